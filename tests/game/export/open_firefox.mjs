// Opens exported pages in Firefox, from disk, and says what it saw: a line of JSON for each page. Needs a display: a
// Firefox without one has no WebGL. Arguments: folder of the pictures it takes, or -; then pages.
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(new URL("../../../web/package.json", import.meta.url));
const puppeteer = require("puppeteer-core");
const [folder, ...pages] = process.argv.slice(2);
const browser = await puppeteer.launch({
  browser: "firefox", executablePath: process.env.FIREFOX ?? "/usr/bin/firefox-esr", headless: false,
  extraPrefsFirefox: { "webgl.force-enabled": true, "webgl.disable-fail-if-major-performance-caveat": true },
});
for (const file of pages) {
  const page = await browser.newPage(), said = [];
  page.setDefaultTimeout(120_000);
  page.on("console", (message) => said.push(message.text()));
  page.on("pageerror", (error) => said.push(String(error)));
  await page.setViewport({ width: 640, height: 400 });
  await page.goto(pathToFileURL(path.resolve(file)).href);
  await page.waitForFunction(() => document.body.classList.contains("still") || (globalThis.polhode?.frames > 2 && (!polhode.live || polhode.proof)));
  const found = await page.evaluate(() => {
    const note = document.getElementById("note").textContent;
    if (!globalThis.polhode) return { note };
    const { gl } = polhode.renderer, all = new Uint8Array(4 * 64 * 64), some = new Set();
    polhode.frame(performance.now());
    gl.readPixels(gl.drawingBufferWidth / 2 - 32, gl.drawingBufferHeight / 2 - 32, 64, 64, gl.RGBA, gl.UNSIGNED_BYTE, all);
    for (let k = 0; k < all.length; k += 4) some.add((all[k] << 16) + (all[k + 1] << 8) + all[k + 2]);
    return { note, live: !!polhode.live, proof: polhode.proof, time: polhode.run.time, colours: some.size, gl: gl.getError() };
  });
  if (folder !== "-") await page.screenshot({ path: path.join(folder, `${path.basename(file, ".html")}-firefox.png`) });
  await page.close();
  console.log(JSON.stringify({ ...found, said }));
}
await browser.close();
