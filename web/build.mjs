// Builds the script of the pages into assets/page/page.js; its first line is the hash of the sources (tests read it).
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const sources = readdirSync(join(here, "src")).filter((name) => name.endsWith(".ts")).sort();
const hash = createHash("sha256");
for (const name of sources) hash.update(name + "\n").update(readFileSync(join(here, "src", name)));

const { outputFiles } = await build({
  entryPoints: [join(here, "src", "main.ts")],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2020",
  charset: "utf8",
  legalComments: "none",
  write: false,
});
const page = `// Built from web/src by \`make page\`: ${hash.digest("hex")}\n${outputFiles[0].text}`;
writeFileSync(join(here, "..", "assets", "page", "page.js"), page);
console.log(`assets/page/page.js: ${Buffer.byteLength(page)} bytes`);
