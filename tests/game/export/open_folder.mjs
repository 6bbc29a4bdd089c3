// Opens a folder of pages in a headless Chromium without a network, from disk, searches its catalogue and opens pages
// by their cards; says as a line of JSON what it saw. Arguments: the folder; words to search for; then names of pages.
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(new URL("../../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const [folder, words, ...names] = process.argv.slice(2), base = pathToFileURL(path.resolve(folder)).href;
const FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"], PATIENCE = 120_000;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
const context = await browser.newContext({ offline: true, locale: "fr-FR", viewport: { width: 960, height: 540 } });
const page = await context.newPage(), said = [], asked = [];
page.on("console", (message) => said.push(message.text()));
page.on("pageerror", (error) => said.push(String(error)));
page.on("requestfailed", (request) => said.push(`failed: ${request.url()}`));
page.on("request", (request) => asked.push(request.url()));
const listed = () => page.waitForSelector("#controls:not([hidden])");
await page.goto(`${base}/index.html`);
await listed();
await page.fill("#search", words);
const found = { said, shown: await page.$$eval(".card:not([hidden])", (cards) => cards.map((card) => card.dataset.name)) };
found.status = await page.textContent("#found");
await page.fill("#search", "");
found.pages = [];
for (const name of names) {
  await page.click(`[data-name="${name}"] a`);
  await page.waitForFunction(() => globalThis.polhode?.frames > 2 && polhode.proof, null, { timeout: PATIENCE });
  found.pages.push(await page.evaluate(() => [polhode.name, polhode.proof, polhode.renderer.gl.getError()]));
  await page.click("#all");
  await listed();
}
found.outside = asked.filter((url) => !url.startsWith(base) && !/^(blob|data):/.test(url));
console.log(JSON.stringify(found));
await browser.close();
