// Calls functions of the page's modules: node page_units.mjs MODULE < calls.json, a list of [function, arguments]. Writes
// what they return as JSON.
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const web = new URL("../../../web/", import.meta.url);
const { build } = createRequire(new URL("package.json", web))("esbuild");
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL(`src/${process.argv[2]}.ts`, web))], bundle: true, format: "esm", write: false,
});
const module = await import("data:text/javascript," + encodeURIComponent(outputFiles[0].text));
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(([name, given]) => module[name](...given))));
