// Starts the page: a scene that runs, or is played.

import { catalogue } from "./catalogue.ts";
import { Archive } from "./data.ts";
import { compiles, recover } from "./life.ts";
import { keep } from "./offline.ts";
import { Page } from "./page.ts";
import { CONTEXT, Renderer } from "./renderer.ts";
import { Layout } from "./run.ts";
import { el } from "./ui.ts";
import { tr, useWords } from "./words.ts";

async function main(): Promise<void> {
  if (document.getElementById("catalogue")) return catalogue();
  const { dataset, textContent } = el("data");
  const archive = await (dataset.pack ? Archive.gathered(dataset.pack) : Archive.unpacked(textContent!.trim()));
  const data = archive.header;
  useWords(data.words);
  const layout = new Layout(data.bodies, data.arrows.length, data.traces.points.length, data.traces.bodies.length, data.points, data.tensions);
  const canvas = el<HTMLCanvasElement>("canvas");
  const missing = !canvas.getContext("webgl2", CONTEXT) ? "WebGL 2 is missing here: this is a picture of the scene."
    : data.live && !compiles() ? "WebAssembly is not allowed here: this is a picture of the scene." : "";
  if (missing) {
    document.body.classList.add("still");
    el("title").textContent = tr(data.title);
    el("kind").textContent = tr(data.note);
    el("note").textContent = tr(missing);
    return;
  }
  const made = async () => {
    const renderer = new Renderer(canvas, archive, layout);
    await renderer.load();
    return renderer;
  };
  const page = new Page(archive, await made(), layout);
  await page.arrive();
  (globalThis as unknown as { polhode: Page }).polhode = page;
  recover(canvas, made, page);
  page.wake();
  if (document.getElementById("all")) keep();
}

main().catch((error) => {
  document.body.classList.add("still");
  el("note").textContent = `${tr("the browser cannot show this page")}: ${error?.message ?? error}`;
  console.error(error);
});
