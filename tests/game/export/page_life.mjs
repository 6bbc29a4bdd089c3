// Uses an exported page where pages live: paused, out of sight, without graphics, in frames, with keys, with reduced
// motion, without scripts or WebAssembly. Arguments: the page. Says what it saw as one line of JSON.
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

const require = createRequire(new URL("../../../web/package.json", import.meta.url));
const puppeteer = require("puppeteer-core");
const PATIENCE = 60_000, SMALL = { width: 480, height: 300 };
const ARGS = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist", "--headless=new"];
const file = path.resolve(process.argv[2]), html = readFileSync(file, "utf8");
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ARGS });
const server = createServer((request, response) => {
  response.setHeader("Content-Type", "text/html; charset=utf-8");
  response.end(request.url === "/page" ? html : `<!doctype html><body style="margin:0"><p style="height:60px">above</p>
<iframe src="/page" style="width:480px;height:300px;border:0"></iframe><p style="height:3000px">below</p></body>`);
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));
const around = `http://127.0.0.1:${server.address().port}/`;
const said = [];

async function opened(url, prepare = async () => {}) {
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  await page.setViewport(SMALL);
  page.on("pageerror", (error) => said.push(String(error)));
  await prepare(page);
  await page.goto(url);
  return page;
}
const at = pathToFileURL(file).href;
const runs = (frame) => frame.waitForFunction(() => globalThis.polhode?.frames > 2 || document.body.classList.contains("still"));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
/** How many pictures a page draws while the browser shows so many: as many, or none. */
const frames = (frame, count) => frame.evaluate(async (count) => {
  const before = polhode.frames, late = new Promise((done) => setTimeout(done, 20_000));
  for (let k = 0; k < count; k++) await Promise.race([late, new Promise((done) => requestAnimationFrame(done))]);
  return polhode.frames - before;
}, count);
const found = {};

// Pictures: none while it is paused, one after a change; keys with a slider that has the focus.
let page = await opened(at);
await runs(page);
found.playing = await frames(page, 3);
await page.evaluate(() => polhode.play(false));
await frames(page, 3);
found.paused = await frames(page, 8);
const drawn = await page.evaluate(() => polhode.frames);
await page.evaluate(() => dispatchEvent(new Event("resize")));
await frames(page, 4);
found.changed = (await page.evaluate(() => polhode.frames)) - drawn;
// A place in the graph is a round time, and its numbers stand beside the names of the curves.
found.near = await page.evaluate(() => {
  polhode.run.advance(1);
  polhode.graph.choose(["theta"]);
  polhode.graph.open(true);
  polhode.goNear(0.3031, 0.008);
  polhode.frame(performance.now());
  polhode.graph.open(false);
  const y = polhode.data.variables.findIndex(({ name }) => name === "theta");
  return [polhode.run.time, Number.parseFloat(document.querySelector("#graph-head .now").textContent), (polhode.live.y[y] * 180) / Math.PI];
});
const state = () => page.evaluate(() => ({ playing: polhode.playing, vectors: polhode.overlays.vectors, pace: polhode.pace, time: polhode.run.time }));
await page.focus("#speed");
let before = await state();
await page.keyboard.press(" ");
await page.keyboard.press("v");
let after = await state();
found.keys = { play: before.playing !== after.playing, vectors: before.vectors !== after.vectors };
await page.evaluate(() => polhode.play(false));
before = await state();
await page.keyboard.press("ArrowRight");
after = await state();
found.keys.speed = after.pace > before.pace && after.time === before.time;
await page.focus("#home");
await page.keyboard.press(" ");
found.keys.button = (await state()).playing === false;

// Numbers with which the program may draw another stand.
found.joint = await page.evaluate(() => {
  const { live, panel } = polhode, said = () => document.getElementById("joint").textContent, [set] = live.data.joint, before = said();
  const change = (list, how) => list.filter(({ name }) => set.includes(name)).forEach(({ name, stops, own }) => how({ [name]: stops.find((each) => each !== own) }));
  change(live.parameters(), (values) => live.set(values));
  change(live.initial(), (values) => live.setStart(values));
  panel.refresh();
  const after = said();
  live.restore();
  panel.refresh();
  return [before, after, said()];
});

// A lesson: steps set the scene, and stand where they say; what one has shown goes with the next.
const lesson = () => page.evaluate(() => ({
  theta: polhode.live.initial().find((each) => each.name === "theta").value, elevation: polhode.camera.elevation, traces: polhode.overlays.traces,
  now: [...document.querySelectorAll(".step")].flatMap((each, k) => (each.hasAttribute("data-now") ? [k] : [])),
}));
const step = async (k) => {
  await page.evaluate((k) => polhode.panel.lesson.show(k), k);
  return lesson();
};
found.lesson = await page.evaluate(() => ({
  opens: document.body.dataset.tab, disabled: [...document.querySelectorAll(".step button")].map((each) => each.disabled),
  own: polhode.live.initial().find((each) => each.name === "theta").own,
}));
await page.evaluate(() => { if (polhode.overlays.traces) polhode.toggle("traces"); });
found.lesson.states = [await lesson(), await step(1), await step(0)];
found.lesson.turned = [];
for (const key of ["PageDown", "PageDown", "PageDown", "PageUp", "PageUp"]) {
  await page.keyboard.press(key);
  await page.waitForFunction(() => polhode.playing);
  const { theta, now } = await lesson(), answer = await page.evaluate(() => !!document.querySelector("#answer-0")?.open);
  found.lesson.turned.push([now[0], answer, theta]);
}
await page.evaluate(() => polhode.play(false));

// The graphics card is lost, and comes back.
await page.evaluate(() => polhode.play(true));
await page.evaluate(() => {
  globalThis.loss = polhode.renderer.gl.getExtension("WEBGL_lose_context");
  loss.loseContext();
});
await sleep(500);
const seen = () => page.evaluate(() => ({
  poster: getComputedStyle(document.getElementById("poster")).display !== "none",
  button: document.querySelector("#lost button")?.getBoundingClientRect().height ?? 0,
  text: document.getElementById("lost")?.textContent ?? "",
}));
found.lost = await seen();
await page.evaluate(() => loss.restoreContext());
await page.waitForFunction(() => !polhode.renderer.gl.isContextLost() && !document.body.classList.contains("lost"), { timeout: 20_000 })
  .then(async () => {
    found.restored = { frames: await frames(page, 3), error: await page.evaluate(() => polhode.renderer.gl.getError()),
      ...(await seen()), colours: await page.evaluate(() => {
        const { gl } = polhode.renderer, all = new Uint8Array(4 * 64 * 64), some = new Set();
        polhode.frame(performance.now());
        gl.readPixels(gl.drawingBufferWidth / 2 - 32, gl.drawingBufferHeight / 2 - 32, 64, 64, gl.RGBA, gl.UNSIGNED_BYTE, all);
        for (let k = 0; k < all.length; k += 4) some.add((all[k] << 16) + (all[k + 1] << 8) + all[k + 2]);
        return some.size;
      }) };
  }, () => (found.restored = null));
await page.close();

// As little motion as possible.
page = await opened(at, (page) => page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]));
await page.waitForFunction(() => globalThis.polhode?.frames > 0);
found.calm = await page.evaluate(() => polhode.playing === false);
await page.close();

// Without scripts; without WebAssembly, by a policy.
page = await opened(at, (page) => page.setJavaScriptEnabled(false));
found.scriptless = await page.evaluate(() => {
  const shown = (id) => !!document.getElementById(id) && document.getElementById(id).getBoundingClientRect().height > 0;
  return { poster: shown("poster"), bar: shown("bar"), text: document.getElementById("scriptless")?.textContent ?? "" };
});
await page.close();
page = await opened("about:blank");
await page.setContent(html.replace(" 'wasm-unsafe-eval'", ""));
await page.waitForFunction(() => document.body.classList.contains("still"));
found.forbidden = await page.evaluate(() => ({
  note: document.getElementById("note").textContent, poster: document.getElementById("poster").getBoundingClientRect().height > 0,
}));
await page.close();

// In a frame: the wheel scrolls the page around, until the picture is clicked or Ctrl is held.
page = await opened(around);
const inside = await (await page.waitForSelector("iframe")).contentFrame();
await runs(inside);
await inside.evaluate(() => polhode.play(false));
const wheel = async () => {
  const look = async () => [await page.evaluate(() => scrollY), await inside.evaluate(() => polhode.camera.arm)];
  const [y, arm] = await look();
  await page.mouse.wheel({ deltaY: 40 });
  let [y1, arm1] = [y, arm];
  for (let k = 0; k < 20 && y1 === y && arm1 === arm; k++) {
    await sleep(200);
    [y1, arm1] = await look();
  }
  return { scrolled: y1 !== y, zoomed: arm1 !== arm };
};
await page.mouse.move(200, 200);
found.wheel = { free: await wheel() };
found.wheel.told = await inside.evaluate(() => document.getElementById("note").textContent);
await page.keyboard.down("Control");
await page.mouse.move(205, 200);
found.wheel.control = await wheel();
await page.keyboard.up("Control");
await page.mouse.move(200, 200);
await page.mouse.click(200, 200);
found.wheel.taken = await wheel();
await page.keyboard.press("Escape");
found.wheel.given = await wheel();
found.touch = await inside.evaluate(() => getComputedStyle(polhode.renderer.canvas).touchAction);
// A frame that is out of sight draws nothing.
await inside.evaluate(() => polhode.play(true));
await page.evaluate(() => scrollTo(0, 2500));
await sleep(1000);
found.away = await frames(inside, 5);
await page.close();

// Fingers in a frame: up and down scroll, sideways turns, two turn and zoom.
page = await opened(around, (page) => page.setViewport({ ...SMALL, hasTouch: true, isMobile: true }));
const framed = await (await page.waitForSelector("iframe")).contentFrame();
await runs(framed);
await framed.evaluate(() => polhode.play(false));
const client = await page.createCDPSession();
const touch = (type, ...points) => client.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
const swipe = async (dx, dy) => {
  const look = async () => [await page.evaluate(() => scrollY), await framed.evaluate(() => [polhode.camera.azimuth, polhode.camera.elevation].join())];
  const [y, angle] = await look();
  await touch("touchStart", [200, 200]);
  for (let k = 1; k <= 6; k++) {
    await touch("touchMove", [200 + (dx * k) / 6, 200 + (dy * k) / 6]);
    await sleep(30);
  }
  await touch("touchEnd");
  await sleep(500);
  const [y1, angle1] = await look();
  return { scrolled: y1 !== y, turned: angle1 !== angle };
};
found.swipe = { up: await swipe(6, -90), sideways: await swipe(90, 0) };
await page.evaluate(() => scrollTo(0, 0));
const arm = await framed.evaluate(() => polhode.camera.arm);
await touch("touchStart", [180, 200], [220, 200]);
for (let k = 1; k <= 4; k++) await touch("touchMove", [180 - 15 * k, 200], [220 + 15 * k, 200]);
await touch("touchEnd");
await sleep(300);
found.swipe.pinched = (await framed.evaluate(() => polhode.camera.arm)) < arm;
await page.close();

await browser.close();
server.close();
console.log(JSON.stringify({ ...found, said }));
