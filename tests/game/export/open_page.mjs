// Opens exported pages in a headless Chromium without a network, uses them, and says what it saw: a line of JSON for
// each page. Arguments: folder of the pictures it takes, or -; then pages.
import { createRequire } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(new URL("../../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const [folder, ...pages] = process.argv.slice(2);
const FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
const PATIENCE = 120_000;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

async function opened(file, size, touch) {
  const context = await browser.newContext({ viewport: size, offline: true, hasTouch: touch, locale: process.env.LOCALE ?? "en-US", colorScheme: process.env.SCHEME ?? "dark" });
  const page = await context.newPage(), said = [], asked = [];
  page.on("console", (message) => {
    // ReadPixels stalls are remarks of the driver on screenshots, not of the page.
    if (!/GPU stall due to ReadPixels/.test(message.text())) said.push(message.text());
  });
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("request", (request) => asked.push(request.url().slice(0, 60)));
  await page.goto(pathToFileURL(path.resolve(file)).href, { timeout: PATIENCE });
  await page.waitForFunction(() => globalThis.polhode?.frames > 2 || document.body.classList.contains("still"), null, { timeout: PATIENCE });
  return { context, page, said, asked: () => asked.filter((url) => !/^(data|blob):/.test(url)) };
}

/** Mean, spread and number of the colours of the canvas. */
const colours = () => {
  const { gl } = polhode.renderer, w = gl.drawingBufferWidth, h = gl.drawingBufferHeight, all = new Uint8Array(4 * w * h);
  gl.bindFramebuffer(gl.FRAMEBUFFER, null);
  gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, all);
  const seen = new Set();
  let sum = 0, squares = 0, count = 0;
  for (let k = 0; k < all.length; k += 4 * 61) {
    const light = all[k] + all[k + 1] + all[k + 2];
    seen.add((all[k] >> 3) * 1024 + (all[k + 1] >> 3) * 32 + (all[k + 2] >> 3));
    sum += light; squares += light * light; count++;
  }
  return { mean: sum / count / 3, spread: Math.sqrt(Math.max(squares / count - (sum / count) ** 2, 0)) / 3, colours: seen.size };
};

async function used(file) {
  const name = path.basename(file, ".html"), { context, page, said, asked } = await opened(file, { width: 1280, height: 720 });
  const found = { name };
  try {
    await page.waitForFunction(() => !polhode.live || polhode.proof, null, { timeout: PATIENCE });
    Object.assign(found, await page.evaluate(() => ({ live: !!polhode.live, proof: polhode.proof })));
    found.time = await page.evaluate(() => polhode.run.time);
    await page.waitForFunction((time) => polhode.run.time > time || polhode.run.ended, found.time, { timeout: PATIENCE });
    found.runs = true;
    found.picture = await page.evaluate(colours);
    if (folder !== "-") await page.screenshot({ path: path.join(folder, `${name}.png`) });
    const before = await page.evaluate(() => polhode.camera.azimuth);
    await page.mouse.move(400, 300);
    await page.mouse.down();
    await page.mouse.move(500, 280, { steps: 3 });
    await page.mouse.up();
    found.turned = (await page.evaluate(() => polhode.camera.azimuth)) - before;
    await page.evaluate(() => polhode.play(false));
    found.scrubbed = await page.evaluate(() => {
      polhode.run.seek(polhode.run.last);
      const last = polhode.run.time;
      polhode.go(polhode.run.first + 0.5 * (last - polhode.run.first));
      return [polhode.run.first, polhode.run.time, last];
    });
    found.sliders = await page.evaluate(() => {
      const inputs = [...document.querySelectorAll("#panel input[type=range]")], state = () => [...polhode.run.pose, ...(polhode.live?.p ?? []), ...(polhode.live?.start ?? [])].join();
      return inputs.map((input) => {
        const seen = ["0", input.max].map((value) => {
          input.value = value;
          input.dispatchEvent(new Event("input"));
          return state();
        });
        return [input.dataset.name, seen[0] !== seen[1]];
      });
    });
    if (found.sliders.length) await page.evaluate(() => polhode.reset());
    await page.keyboard.press("v");
    found.frames = await page.evaluate(() => polhode.frames);
    await page.waitForFunction((frames) => polhode.frames > frames + 1, found.frames, { timeout: PATIENCE });
    found.gl = await page.evaluate(() => polhode.renderer.gl.getError());
    found.milliseconds = await page.evaluate(() => {
      const { gl } = polhode.renderer, one = new Uint8Array(4), began = performance.now();
      for (let k = 0; k < 3; k++) { polhode.frame(performance.now()); gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, one); }
      return (performance.now() - began) / 3;
    });
  } finally {
    Object.assign(found, { said, asked: asked() });
    await context.close();
  }
  const narrow = await opened(file, { width: 390, height: 844 }, true);
  found.narrow = await narrow.page.evaluate(() => {
    const box = (id) => document.getElementById(id).getBoundingClientRect(), bar = box("bar");
    return { overflow: document.documentElement.scrollWidth - innerWidth, bar: [bar.left, bar.right, bar.bottom] };
  });
  found.narrow.picture = await narrow.page.evaluate(colours);
  if (folder !== "-") {
    await narrow.page.screenshot({ path: path.join(folder, `${name}-narrow.png`) });
    await narrow.page.locator("#menu").tap();
    await narrow.page.screenshot({ path: path.join(folder, `${name}-narrow-open.png`) });
  }
  found.said.push(...narrow.said);
  await narrow.context.close();
  return found;
}

for (const file of pages) {
  let found;
  try { found = await used(file); } catch (error) { found = { name: path.basename(file, ".html"), error: String(error) }; }
  console.log(JSON.stringify(found));
}
await browser.close();
