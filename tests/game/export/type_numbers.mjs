// Reads descriptions of pages' numbers and changes as JSON, one a line, and writes the bits that follow in a page.
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const web = new URL("../../../web/", import.meta.url);
const { build } = createRequire(new URL("package.json", web))("esbuild");
const bundled = async (name) => {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`src/${name}.ts`, web))], bundle: true, format: "esm", write: false,
  });
  return import("data:text/javascript," + encodeURIComponent(outputFiles[0].text));
};
const names = ["live", "adjustments", "data", "run", "formulas", "shapes"];
const [{ LiveRun, bits }, { Adjustments }, { Archive }, { Layout }, { CALLS, Formulas }, { Shapes }] = await Promise.all(names.map(bundled));

for await (const line of createInterface({ input: process.stdin })) {
  const { motion, parts, changes, calls, formulas, given, shapes, asked } = JSON.parse(line);
  if (calls) {
    console.log(JSON.stringify(calls.map(([name, numbers]) => bits([CALLS[name](...numbers)])[0])));
    continue;
  }
  const buffer = Uint8Array.from(Buffer.from(parts, "base64")).buffer;
  const archive = new Archive({}, buffer, 0);
  if (formulas) {
    const every = new Formulas(archive, formulas);
    console.log(JSON.stringify(given.map((numbers) => bits(every.evaluate(numbers) ?? []))));
    continue;
  }
  if (shapes) {
    const seen = new Map(), bodies = shapes.meshes.map((_, mesh) => ({ shape: (other) => seen.set(mesh, other) }));
    const own = shapes.lift, drawn = new Shapes(archive, shapes, bodies);
    console.log(JSON.stringify(asked.map((each) => {
      seen.clear();
      drawn.show(each);
      const { lift, radius, mirror } = shapes, changed = [...seen];
      drawn.show(null);
      const after = shapes.lift === own && changed.every(([mesh]) => seen.get(mesh) === null) && !drawn.changed;
      return {
        whole: { lift, radius, mirror }, after, bodies: changed.map(([mesh, { rows, vertices }]) =>
          ({ mesh, rows: [...rows], vertices: vertices && [...vertices] })),
      };
    })));
    continue;
  }
  const found = changes.map(({ set = {}, start = {}, step, ticks, times }) => {
    if (ticks !== undefined) {
      const run = new LiveRun(archive, motion, new Layout(0, 0, 0, 0, 0, motion.size));
      const refused = run.set(set) ?? run.setStart(start) ?? (step ? run.setStep(step) : null);
      run.reset();
      const { scales } = run;
      run.run(ticks);
      if (times) return times.map((time) => (run.reach(time), [run.time, ...bits(run.y), ...bits(run.pose)]));
      return { refused, y: bits(run.y), time: run.time, scales: bits(scales) };
    }
    const [p, s, y] = [motion.p, motion.s, motion.start].map((ref) => archive.numbers(ref).slice());
    const numbers = new Adjustments(archive, motion, p, s, y), { aliases } = numbers;
    const refused = numbers.set(set) ?? (Object.keys(start).length ? numbers.setStart(start, aliases) : null);
    return { refused, p: bits(p), s: bits(s), y: bits(y), initial: numbers.initial().map(({ value }) => value) };
  });
  console.log(JSON.stringify(found));
}
