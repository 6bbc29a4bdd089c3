// Serves a folder of pages, opens a page in a headless Chromium, moves its camera, sets a class a task by a link, keeps
// all from the catalogue, and goes on without the server; says as a line of JSON what it saw. Arguments: the folder; the page; a page not yet visited.
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import path from "node:path";

const require = createRequire(new URL("../../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const [folder, first, other] = process.argv.slice(2), PATIENCE = 120_000;
const KINDS = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".webp": "image/webp", ".json": "application/json" };
const server = createServer(async ({ url }, response) => {
  const name = decodeURIComponent(url.split("?")[0].slice(1)) || "index.html";
  try {
    const data = await readFile(path.join(folder, name));
    response.writeHead(200, { "content-type": KINDS[path.extname(name)] }).end(data);
  } catch {
    response.writeHead(404).end();
  }
});
await new Promise((begun) => server.listen(0, "127.0.0.1", begun));
const base = `http://127.0.0.1:${server.address().port}`;
const stop = () => (server.closeAllConnections(), new Promise((ended) => server.close(ended)));
const FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
const context = await browser.newContext({ viewport: { width: 960, height: 540 }, permissions: ["clipboard-read", "clipboard-write"] });
const page = await context.newPage(), said = [];
page.setDefaultTimeout(PATIENCE);
page.on("console", (message) => said.push(message.text()));
page.on("pageerror", (error) => said.push(String(error)));
const shown = async () => {
  await page.waitForFunction(() => globalThis.polhode?.frames > 0 && polhode.proof);
  return page.evaluate(() => [polhode.name, polhode.proof]);
};
await page.goto(`${base}/${first}.html`);
const found = { said, first: await shown() };
await page.evaluate(() => polhode.play(false));
await page.mouse.move(300, 200);
await page.mouse.down();
await page.mouse.move(360, 240);
await page.mouse.up();
await page.waitForFunction(() => location.hash.includes("camera="));
const pose = () => page.evaluate(() => { const { azimuth, elevation, arm, pivot } = polhode.camera; return [azimuth, elevation, arm, ...pivot]; });
const moved = await pose(), link = page.url();
await page.goto("about:blank");
await page.goto(link);
await shown();
found.apart = Math.max(...(await pose()).map((value, k) => Math.abs(value - moved[k])));
found.view = decodeURIComponent(link.split("#")[1]);
const names = await page.evaluate(() => polhode.address.changeable);
await page.click("#tools summary");
await page.click("#set-task");
await page.fill("dialog textarea", "Measure <b>the period</b>\nof three turns.");
await page.fill("dialog input", "nothing");
await page.click("dialog .wide");
found.refused = await page.textContent("dialog .lost");
await page.fill("dialog input", `${names[0]} ${names[1]}`);
await page.click("dialog .wide");
await page.waitForSelector("dialog", { state: "detached" });
if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/after.png` });
const set = await page.evaluate(() => navigator.clipboard.readText());
await page.goto("about:blank");
await page.goto(set);
await shown();
found.task = await page.$$eval("#part-task p", (lines) => lines.map((line) => line.textContent));
found.opened = await page.getAttribute("#tab-task", "aria-selected");
found.controls = await page.evaluate((names) => [polhode.panel.fields.map(({ name }) => name), [...names.slice(0, 2), "dt"]], names);
if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/task.png` });
await page.goto(`${base}/index.html`);
await page.click("#controls button");
await page.waitForFunction(() => /(\d+) of \1 files/.test(document.getElementById("kept").textContent));
found.kept = await page.textContent("#kept");
await stop();
found.later = [];
for (const name of [first, other]) {
  await page.goto(`${base}/${name}.html`);
  found.later.push(await shown());
}
await page.goto(`${base}/`);
found.cards = await page.$$eval(".card", (cards) => cards.length);
console.log(JSON.stringify(found));
await browser.close();
