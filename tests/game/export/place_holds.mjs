// Reads holds, matrices and ropes as JSON and writes where a page places what hangs so: node place_holds.mjs < asked.json
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const web = new URL("../../../web/", import.meta.url);
const { build } = createRequire(new URL("package.json", web))("esbuild");
const { outputFiles } = await build({
  entryPoints: [fileURLToPath(new URL("src/holds.ts", web))], bundle: true, format: "esm", write: false,
});
const { Rope, inPhase, placed } = await import("data:text/javascript," + encodeURIComponent(outputFiles[0].text));

const asked = JSON.parse(readFileSync(0, "utf8"));
const archive = { numbers: (ref) => ref };
const laid = asked.ropes.map((rope) => new Rope(archive, rope));
console.log(JSON.stringify(asked.states.map(({ world, phase }) => {
  const matrices = world.map((each) => Float64Array.from(each)), ropes = laid.map((rope) => rope.models(matrices));
  return asked.hung.map(({ local, ...every }) => {
    const hung = inPhase(every, phase), found = placed(hung, hung.local ?? local, matrices, ropes);
    return found && Array.from(found);
  });
})));
