// Builds the script of the pages into assets/page/page.js; its first line is the hash of the sources (tests read it).
import { build } from "esbuild";
import { minify } from "terser";
import { createHash } from "node:crypto";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { SHORTENED, shortened } from "./shortened.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const sources = readdirSync(join(here, "src")).filter((name) => name.endsWith(".ts")).sort();
const hash = createHash("sha256");
for (const name of sources) hash.update(name + "\n").update(readFileSync(join(here, "src", name)));

const texts = shortened(join(here, "tsconfig.json"));
const shorter = {
  name: "shorter",
  setup: ({ onLoad }) => onLoad({ filter: /\.ts$/ }, ({ path }) => ({ contents: texts.get(path), loader: "ts" })),
};
const { outputFiles } = await build({
  entryPoints: [join(here, "src", "main.ts")],
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2020",
  charset: "utf8",
  legalComments: "none",
  write: false,
  plugins: [shorter],
  mangleProps: SHORTENED,
});
const { code } = await minify(outputFiles[0].text, { ecma: 2020, compress: { passes: 3 } });
const page = `// Built from web/src by \`make page\`: ${hash.digest("hex")}\n${code}\n`;
writeFileSync(join(here, "..", "assets", "page", "page.js"), page);
console.log(`assets/page/page.js: ${Buffer.byteLength(page)} bytes, ${gzipSync(page, { level: 9 }).length} zipped`);
