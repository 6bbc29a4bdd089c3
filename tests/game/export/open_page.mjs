// Opens exported pages in a headless Chromium without a network, uses them, and says what it saw: a line of JSON for
// each page. Arguments: folder of the pictures it takes, or -; `whole` or `short`; then pages. `short` leaves out what
// depends on the page's program alone and not on the scene: frames, keys, touch, light colours, no WebGL.
import { createRequire } from "node:module";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(new URL("../../../web/package.json", import.meta.url));
const { chromium } = require("playwright-core");
const [folder, extent, ...pages] = process.argv.slice(2);
const FLAGS = ["--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
const PATIENCE = 120_000, WIDE = { width: 1280, height: 720 }, NARROW = { width: 390, height: 844 };

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });

/** Open a page in a context of its own; `prepare` gets the page before it is loaded. */
async function opened(file, options, prepare = async () => {}) {
  const context = await browser.newContext({ offline: true, locale: process.env.LOCALE ?? "en-US", colorScheme: "dark", ...options });
  const page = await context.newPage(), said = [], asked = [];
  page.on("console", (message) => {
    // ReadPixels stalls are remarks of the driver on screenshots, not of the page.
    if (!/GPU stall due to ReadPixels/.test(message.text())) said.push(message.text());
  });
  page.on("pageerror", (error) => said.push(String(error)));
  page.on("request", (request) => asked.push(request.url().slice(0, 60)));
  await prepare(page);
  if (file) {
    await page.goto(pathToFileURL(path.resolve(file)).href, { timeout: PATIENCE });
    await running(page);
  }
  return { context, page, said, asked: () => asked.filter((url) => !/^(data|blob|about):/.test(url)) };
}

const running = (page) => page.waitForFunction(
  () => globalThis.polhode?.frames > 2 || document.body.classList.contains("still"), null, { timeout: PATIENCE });

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

/** Show the moment of the poster, which the program has drawn, and return the mean colours of 16 x 9 patches of both,
 * and a picture of both beside one another. */
const besidePoster = async () => {
  const poster = document.getElementById("poster"), { renderer, camera } = polhode, [w, h] = [960, 540];
  if (!poster.getAttribute("src")) return null;
  await poster.decode();
  const { scale, samples, mirrors } = renderer;
  Object.assign(polhode, { adapt: () => {}, fit: () => (camera.free = [0, 0, 1, 1]) });
  Object.assign(renderer, { scale: 1, mirrors: true });
  camera.home();
  polhode.reset();
  polhode.play(false);
  polhode.frame(performance.now());
  for (let k = 0; k < 30; k++) polhode.advance(1 / 30);
  // What turns is blurred where the page plays, and no time passes when the last picture was at the same time.
  Object.assign(polhode, { playing: true, last: 1 });
  polhode.frame(1);
  const both = new OffscreenCanvas(2 * w, h), ink = both.getContext("2d", { willReadFrequently: true });
  ink.drawImage(poster, 0, 0, w, h);
  ink.drawImage(renderer.canvas, w, 0, w, h);
  const patches = (left) => {
    const found = [];
    for (let row = 0; row < 9; row++) for (let column = 0; column < 16; column++) {
      const { data } = ink.getImageData(left + 60 * column, 60 * row, 60, 60), sums = [0, 0, 0];
      for (let k = 0; k < data.length; k += 4) for (let c = 0; c < 3; c++) sums[c] += data[k + c];
      found.push(sums.map((sum) => Math.round(sum / 3600)));
    }
    return found;
  };
  const bytes = new Uint8Array(await (await both.convertToBlob()).arrayBuffer());
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  const seen = { native: patches(0), page: patches(w), picture: btoa(text), time: polhode.run.time };
  // The page goes on with the numbers of pixels and samples that it had found to be in time.
  delete polhode.adapt;
  delete polhode.fit;
  polhode.last = 0;
  Object.assign(renderer, { scale, samples, mirrors });
  return seen;
};

const sliders = () => {
  const inputs = [...document.querySelectorAll("#panel input[type=range]")];
  const state = () => [...polhode.run.pose, ...(polhode.live?.p ?? []), ...(polhode.live?.start ?? []), polhode.live?.dt].join();
  return inputs.map((input) => {
    const seen = ["0", input.max].map((value) => {
      input.value = value;
      input.dispatchEvent(new Event("input"));
      return state();
    });
    return [input.dataset.name, seen[0] !== seen[1]];
  });
};

/** Change a number and the step, run, and return the line of the page, the last row of its table, its state, and the state that an
 * address of this line leads to. */
const shared = async () => {
  const { live, graph, address } = polhode, first = live.initial().find(({ way }) => way !== "fixed");
  if (!first) return null;
  const state = () => Array.from(live.y, String), other = first.stops.find((value) => value > first.own) ?? first.from;
  const field = document.getElementById("value-dt"), back = () => document.getElementById("restore").click();
  field.value = `${800 * live.dt} ms`;
  field.dispatchEvent(new Event("change"));
  polhode.reset();
  live.setStart({ [first.name]: other });
  polhode.changed();
  await polhode.reach(301);
  const found = { line: address.line(true, false), rows: graph.csv().trim().split("\n").length, state: state(), csv: graph.csv().trim().split("\n").pop().split(",") };
  graph.choose([graph.every[1].id, graph.every[0].id], graph.every[0].id);
  graph.open(true);
  // A ghost of the same numbers goes the same way, and another one apart.
  graph.keep(true);
  const apart = () => graph.every.find(({ id }) => id === "divergence").of(graph.samples.rows.at(-1));
  found.ghost = [Array.from(graph.ghost.run.y, String).join() === state().join(), apart()];
  live.setStart({ [first.name]: first.own });
  polhode.changed();
  await polhode.reach(301);
  found.ghost.push(Array.from(graph.ghost.run.y, String).join() === found.state.join(), apart());
  const { ghost } = graph, seen = () => {
    polhode.frame(performance.now());
    return polhode.renderer.canvas.toDataURL();
  };
  const both = seen();
  graph.ghost = null;
  found.ghost.push(both !== seen() && seen() === seen());
  graph.ghost = ghost;
  graph.keep(false);
  live.setStart({ [first.name]: other });
  polhode.changed();
  await polhode.reach(301);
  const whole = address.line();
  back();
  graph.choose([graph.every[0].id]);
  location.hash = `#${whole}`;
  for (let k = 0; k < 100 && live.tick !== 301; k++) await new Promise((done) => setTimeout(done, 50));
  await new Promise((done) => setTimeout(done, 50));
  Object.assign(found, { again: state(), whole, curves: [whole.includes("view.graph="), graph.chosen] });
  await new Promise((done) => setTimeout(done, 700));
  found.address = decodeURIComponent(location.hash.slice(1));
  back();
  return found;
};

/** Begin each thing to try that the page can set, by its button; return the start, the constants and the method it sets. */
const tried = async () => {
  const { live, panel, graph } = polhode, found = [];
  panel.show("try");
  for (const [k, trial] of panel.trials.list.entries()) {
    const button = document.getElementById(`trial-${k}`);
    if (button.disabled) continue;
    button.click();
    for (let wait = 0; wait < 60 && !polhode.playing; wait++) await new Promise((done) => setTimeout(done, 50));
    polhode.play(false);
    const shown = graph.chosen, watched = !trial.watch.length || trial.watch.every((name) => shown.split(",").includes(name));
    found.push({ k, start: Array.from(live.start, String), p: Array.from(live.p, String), method: live.method.name, watched });
  }
  live.restore();
  live.use(live.data.own);
  polhode.reset();
  panel.show("setup");
  return { found, title: document.getElementById("tab-try")?.textContent ?? "" };
};

/** Speak French and English again; return what a button and a tab say, and how many rows of numbers there are. */
const spoken = () => {
  const choice = () => document.getElementById("language"), rows = () => document.querySelectorAll("#panel tr, .field").length;
  const said = (name) => {
    choice().value = name;
    choice().dispatchEvent(new Event("change"));
    return [document.getElementById("reset").title, document.querySelector("[role=tab]").textContent, rows()];
  };
  return [said("fr"), said("en")];
};

/** Least time of three pictures [ms]. */
const milliseconds = () => {
  const { gl } = polhode.renderer, one = new Uint8Array(4), took = [0, 0, 0].map(() => {
    const began = performance.now();
    polhode.frame(began);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, one);
    return performance.now() - began;
  });
  return Math.min(...took);
};

/** What axe finds in each tab, with all that can be opened open. */
async function axed(page) {
  await page.addScriptTag({ content: readFileSync(require.resolve("axe-core/axe.min.js"), "utf8") });
  return page.evaluate(async () => {
    const found = [];
    polhode.play(false);
    polhode.graph.open(true);
    for (const tab of ["explain", "try", "setup"]) {
      polhode.panel.show(tab);
      for (const each of document.querySelectorAll("details")) each.open = true;
      for (const { id, nodes } of (await axe.run(document)).violations) found.push([tab, id, nodes[0].html.slice(0, 120)]);
    }
    return found;
  });
}

async function wide(file, name, found) {
  const { context, page, said, asked } = await opened(file, { viewport: WIDE });
  try {
    await page.waitForFunction(() => !polhode.live || polhode.proof, null, { timeout: PATIENCE });
    Object.assign(found, await page.evaluate(() => ({ live: !!polhode.live, proof: polhode.proof })));
    const time = await page.evaluate(() => polhode.run.time);
    await page.waitForFunction((time) => polhode.run.time > time || polhode.run.ended, time, { timeout: PATIENCE });
    found.runs = true;
    found.picture = await page.evaluate(colours);
    if (folder !== "-") await page.screenshot({ path: path.join(folder, `${name}.png`) });
    await page.setViewportSize({ width: 960, height: 540 });
    const { picture, ...beside } = (await page.evaluate(besidePoster)) ?? {};
    found.beside = beside;
    if (folder !== "-" && picture) writeFileSync(path.join(folder, `${name}-beside.png`), Buffer.from(picture, "base64"));
    await page.setViewportSize(WIDE);
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
    if (found.live) found.shared = await page.evaluate(shared);
    if (found.live) found.tried = await page.evaluate(tried);
    found.sliders = await page.evaluate(sliders);
    found.language = await page.evaluate(spoken);
    if (extent === "whole") found.keys = await keys(page);
    if (extent === "whole") found.axe = await axed(page);
    found.frames = await page.evaluate(() => polhode.frames);
    found.milliseconds = await page.evaluate(milliseconds);
    found.percent = await page.evaluate(() => Math.round(100 * polhode.renderer.scale ** 2));
    found.gl = await page.evaluate(() => polhode.renderer.gl.getError());
  } finally {
    Object.assign(found, { said: [...found.said, ...said], asked: asked() });
    await context.close();
  }
}

/** Press each key and return whether it did what it is for. */
async function keys(page) {
  const found = {}, look = () => page.evaluate(() => ({
    playing: polhode.playing, time: polhode.run.time, arm: polhode.camera.arm, touched: polhode.camera.touched, ...polhode.overlays,
  }));
  const press = async (key, what, changed) => {
    const before = await look();
    await page.keyboard.press(key);
    const after = await look();
    found[what] = changed(before, after);
  };
  await page.evaluate(() => { document.activeElement?.blur(); polhode.reset(); polhode.play(false); polhode.run.advance(0.3); });
  await page.locator("#panel input[type=text]").first().focus();
  await press("v", "typed", (a, b) => a.vectors === b.vectors);
  await page.keyboard.press("Escape");
  await page.evaluate(() => document.activeElement.blur());
  await press("v", "vectors", (a, b) => a.vectors !== b.vectors);
  await press("t", "traces", (a, b) => a.traces !== b.traces);
  await press("ArrowLeft", "back", (a, b) => b.time < a.time);
  await press("ArrowRight", "forward", (a, b) => b.time > a.time);
  await press("+", "nearer", (a, b) => b.arm < a.arm);
  await press("Home", "whole", (a, b) => a.touched && !b.touched);
  await press("r", "start", (a, b) => a.time > 0 && b.time === 0);
  await press("e", "explained", () => true);
  found.explained = await page.evaluate(() => !document.getElementById("part-explain").hidden);
  await page.locator("#tab-explain").focus();
  await page.keyboard.press("ArrowLeft");
  found.tabs = await page.evaluate(() => document.activeElement.id === "tab-setup" && !document.getElementById("part-setup").hidden);
  await page.evaluate(() => document.activeElement.blur());
  await press(" ", "play", (a, b) => !a.playing && b.playing);
  found.reached = await page.evaluate(() => [...document.querySelectorAll("button, input, select, summary")].every((each) => each.tabIndex === 0 || each.role === "tab"));
  await page.locator("#speed").focus();
  const before = await page.evaluate(() => polhode.pace);
  await page.keyboard.press("ArrowRight");
  found.faster = (await page.evaluate(() => polhode.pace)) > before;
  return found;
}

/** Buttons whose words are wider than they are, and the one that closes the graph where it is out of sight; in all tabs. */
const cut = () => {
  const wrong = [], tabs = [...document.querySelectorAll("[role=tab]")], close = document.getElementById("graph-close");
  for (const tab of [...tabs, tabs[0]]) {
    tab?.click();
    for (const each of document.querySelectorAll("button"))
      if (each.scrollWidth > each.clientWidth + 1) wrong.push(each.id || each.textContent);
  }
  if (close && close.getBoundingClientRect().right > innerWidth) wrong.push(close.id);
  return wrong;
};

async function narrow(file, name, found) {
  const { context, page, said } = await opened(file, { viewport: NARROW, hasTouch: true, isMobile: true });
  found.narrow = await page.evaluate(() => {
    const box = (id) => document.getElementById(id).getBoundingClientRect(), bar = box("bar");
    return { overflow: document.documentElement.scrollWidth - innerWidth, bar: [bar.left, bar.right, bar.bottom] };
  });
  found.narrow.cut = await page.evaluate(cut);
  found.narrow.picture = await page.evaluate(colours);
  if (folder !== "-") await page.screenshot({ path: path.join(folder, `${name}-narrow.png`) });
  if (extent === "whole") {
    found.touch = await touched(page);
    found.axe.push(...(await axed(page)));
    await page.locator("#tab-explain").tap();
    found.touch.tab = await page.evaluate(() => document.getElementById("part-explain").getBoundingClientRect().height > 100);
    const high = () => page.evaluate(() => document.getElementById("panel").getBoundingClientRect().height / innerHeight);
    const usual = await high();
    await page.locator("#grip").tap();
    found.touch.raised = usual < 0.6 && Math.abs((await high()) - 0.85) < 0.01;
    if (folder !== "-") await page.screenshot({ path: path.join(folder, `${name}-narrow-open.png`) });
  }
  found.said.push(...said);
  await context.close();
}

/** Drag by one finger, pinch by two, and tap the play button. */
async function touched(page) {
  const client = await page.context().newCDPSession(page), look = () => page.evaluate(() => ({ ...polhode.camera, playing: polhode.playing }));
  const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const first = await look();
  await touch("touchStart", [180, 300]);
  for (let k = 1; k <= 4; k++) await touch("touchMove", [180 + 20 * k, 300]);
  await touch("touchEnd");
  const turned = await look();
  await touch("touchStart", [180, 300], [220, 300]);
  for (let k = 1; k <= 4; k++) await touch("touchMove", [180 - 15 * k, 300], [220 + 15 * k, 300]);
  await touch("touchEnd");
  const near = await look();
  await page.locator("#play").tap();
  const paused = await look();
  return { turned: turned.azimuth !== first.azimuth, nearer: near.arm < 0.7 * turned.arm, played: paused.playing !== near.playing };
}

/** Light colours, a frame of another page, and no WebGL. */
async function elsewhere(file, name, found) {
  const light = await opened(file, { viewport: WIDE, colorScheme: "light" });
  found.panels = {
    light: await light.page.evaluate(() => getComputedStyle(document.getElementById("panel")).backgroundColor),
  };
  if (folder !== "-") await light.page.screenshot({ path: path.join(folder, `${name}-light.png`) });
  await light.page.emulateMedia({ colorScheme: "dark" });
  found.panels.dark = await light.page.evaluate(() => getComputedStyle(document.getElementById("panel")).backgroundColor);
  const frame = await opened(null, { viewport: WIDE });
  const html = readFileSync(file, "utf8");
  await frame.page.setContent(`<p>before</p><iframe sandbox="allow-scripts" style="width:800px;height:500px"></iframe>`);
  await frame.page.evaluate((html) => (document.querySelector("iframe").srcdoc = html), html);
  await frame.page.waitForFunction(() => frames.length === 1, null, { timeout: PATIENCE });
  const inside = frame.page.frames()[1];
  await inside.waitForFunction(() => globalThis.polhode?.frames > 2 && (!polhode.live || polhode.proof), null, { timeout: PATIENCE });
  found.frame = await inside.evaluate(() => ({ proof: polhode.proof, width: polhode.renderer.canvas.clientWidth }));
  const still = await opened(file, { viewport: WIDE }, (page) => page.addInitScript(() => {
    const own = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (kind, ...rest) { return kind === "webgl2" ? null : own.call(this, kind, ...rest); };
  }));
  found.still = await still.page.evaluate(() => {
    const poster = document.getElementById("poster"), box = poster.getBoundingClientRect();
    return { width: poster.naturalWidth, shown: box.width, note: document.getElementById("note").textContent };
  });
  if (folder !== "-") await still.page.screenshot({ path: path.join(folder, `${name}-still.png`) });
  for (const { context, said } of [light, frame, still]) {
    found.said.push(...said);
    await context.close();
  }
}

for (const file of pages) {
  const name = path.basename(file, ".html");
  let found = { name, said: [] };
  try {
    await wide(file, name, found);
    await narrow(file, name, found);
    if (extent === "whole") await elsewhere(file, name, found);
  } catch (error) { found = { ...found, error: String(error) }; }
  console.log(JSON.stringify(found));
}
await browser.close();
