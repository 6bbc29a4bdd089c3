// The page: a scene that runs, or is played.

import { Edges } from "./arrows.ts";
import { Camera } from "./camera.ts";
import { Archive, PageData, SliderData } from "./data.ts";
import { LiveRun, proven } from "./live.ts";
import { Vector, moved } from "./matrix.ts";
import { Recording } from "./recording.ts";
import { CONTEXT, Label, Overlays, Renderer } from "./renderer.ts";
import { Layout, Run } from "./run.ts";
import { Invariants, StopSlider, about, el, icon, made, seconds, section, symbol } from "./ui.ts";
import { Gestures } from "./gestures.ts";
import { Pictures, calm, compiles, recover, usesKey } from "./life.ts";
import { marked, tr, useWords } from "./words.ts";
import { bodyMatrices } from "./bodies.ts";

const LONGEST_STEP = 0.1, SLOW = 1 / 24, FAST = 1 / 50, CRAWLING = 0.2, LEAST_SCALE = 0.35, SPEEDS = 25, HINT = 4000;

class Page {
  readonly data: PageData;
  readonly layout: Layout;
  readonly run: Run;
  readonly live: LiveRun | null;
  readonly camera: Camera;
  readonly overlays: Overlays;
  proof: "" | "same" | "different" = "";
  frames = 0;
  playing = true;
  pace: number;
  private last = 0;
  private slow = 0;
  private fast = 0;
  private seeking = false;
  private invariants!: Invariants;
  private readonly labels: HTMLElement[] = [];
  private readonly pictures: Pictures;
  private hint = "";

  constructor(readonly archive: Archive, public renderer: Renderer, layout: Layout) {
    this.data = archive.header;
    this.layout = layout;
    const { motion, camera } = this.data;
    this.live = this.data.live ? new LiveRun(archive, motion, layout) : null;
    this.run = this.live ?? new Recording(archive, motion, layout, this.data.invariants.length);
    const track = camera.track && camera.times
      ? { numbers: archive.columns(camera.track), times: archive.numbers(camera.times) as Float64Array } : null;
    this.camera = new Camera(camera.first, camera.mode, this.data.picture.radius, track);
    this.overlays = { ...this.data.show, omega: false };
    this.pace = this.data.speed;
    for (const id of ["labels", "scale"]) el(id).classList.toggle("bright", this.data.picture.bright);
    this.pictures = new Pictures(this);
    this.panels();
    new Gestures(this.renderer.canvas, this.camera, (words) => this.say(words));
    this.keys();
    this.renderer.relay(this.run);
  }

  /** Have one more picture drawn, at least. */
  wake(): void { this.pictures.wake(); }

  /** The next picture is not later than the one before: time passes only where pictures follow one another. */
  rest(): void { this.last = 0; }

  /** Go on with another renderer of the same canvas, whose programs and buffers were lost. */
  draw(renderer: Renderer): void {
    const { ownStart, scale, samples, mirrors } = this.renderer;
    Object.assign(renderer, { ownStart, scale, samples, mirrors });
    this.renderer = renderer;
    renderer.relay(this.run);
    this.wake();
  }

  /** Show a line for a while. */
  private say(words: string): void {
    this.hint = tr(words);
    el("note").textContent = this.hint;
    setTimeout(() => {
      this.hint = "";
      this.wake();
    }, HINT);
  }

  // Panels ---------------------------------------------------------------------------------------------------

  private panels(): void {
    const { data } = this, panel = el("panel");
    el("title").textContent = tr(data.title);
    el("kind").textContent = `${tr(data.system)} · ${tr(data.live ? "live" : "recording")}`;
    document.title = tr(data.title);
    icon(el("reset"), "start", tr("Back to the start"));
    icon(el("menu"), "menu", tr("View"));
    icon(el("home"), "view", tr("Whole view"));
    el("play").onclick = () => this.play(!this.playing);
    el("reset").onclick = () => this.reset();
    el("home").onclick = () => this.camera.home();
    el("menu").onclick = () => this.open(!document.body.classList.contains("open"));
    this.transport();
    if (data.invariants.length)
      this.invariants = new Invariants(section(panel, tr("Kept by the exact motion")), data, data.live ? data.motion.scales : data.scales);
    if (this.live) this.liveControls(this.live, panel);
    this.overlayControls(section(panel, tr("View")));
    about(data, section(panel, tr("About"), !data.live));
    this.play(!calm());
    this.open(innerWidth >= 900);
  }

  private transport(): void {
    const speed = el<HTMLInputElement>("speed"), scrub = el<HTMLInputElement>("scrub");
    speed.max = String(SPEEDS - 1);
    speed.value = String((SPEEDS - 1) / 2);
    speed.title = tr("Speed");
    speed.setAttribute("aria-label", tr("Speed"));
    scrub.setAttribute("aria-label", tr("Time"));
    const show = () => {
      this.pace = this.data.speed * 2 ** ((Number(speed.value) - (SPEEDS - 1) / 2) / 3);
      el("pace").textContent = `${marked(String(Number(this.pace.toPrecision(2))))}×`;
    };
    speed.oninput = show;
    show();
    scrub.oninput = () => {
      this.play(false);
      this.seeking = true;
      this.go(this.run.first + (Number(scrub.value) / 1000) * (this.run.last - this.run.first));
      this.seeking = false;
    };
  }

  private liveControls(live: LiveRun, panel: HTMLElement): void {
    const { motion } = this.data;
    const sliders: { data: SliderData; slider: StopSlider }[] = [];
    const group = (list: SliderData[], title: string, open: boolean) => {
      if (!list.length) return null;
      const part = section(panel, title, open);
      for (const data of list) {
        const slider = new StopSlider(part, data, (stop) => {
          // Stops of what is not one number of the state hold for the scene's own values of all the others.
          for (const other of sliders)
            if (other.data !== data && (tabled(data) || tabled(other.data)) && shares(data, other.data)) this.restore(other, live);
          live.take(data, stop);
          this.changed();
        });
        sliders.push({ data, slider });
      }
      return part;
    };
    group(motion.starts, tr("Start"), true);
    const parameters = group(motion.parameters, tr("Parameters"), true);
    if (parameters && motion.parameters.length > 1)
      made("p", parameters, tr("One parameter at a time: the others go back to the values of the scene."), "small dim");
    const method = section(panel, tr("Method"));
    const choice = made("select", method);
    choice.id = "method";
    choice.setAttribute("aria-label", tr("Method"));
    for (const each of motion.methods) made("option", choice, `${tr(each.title)} (${each.name})`).value = each.name;
    choice.value = motion.own;
    choice.onchange = () => live.use(choice.value);
    const proof = made("p", method, tr("checking the bits …"), "proof");
    proof.id = "proof";
    proven(this.archive, motion, this.layout).then((same) => {
      this.proof = same ? "same" : "different";
      proof.textContent = same
        ? `✓ ${tr("same bits as the native run after {n} steps").replace("{n}", String(motion.proof.ticks))}`
        : `✗ ${tr("the bits differ from those of the native run")}`;
      proof.classList.add(same ? "held" : "lost");
    }).catch((error) => {
      this.proof = "different";
      proof.textContent = String(error);
    });
    if (motion.events.length) made("ul", section(panel, tr("Events"), false), "", "small").id = "events";
  }

  private restore({ data, slider }: { data: SliderData; slider: StopSlider }, live: LiveRun): void {
    slider.reset();
    const own = data.stops.indexOf(data.value);
    if (own >= 0) live.take(data, own);
  }

  private changed(): void {
    this.renderer.ownStart = false;
    this.renderer.relay(this.run);
  }

  private overlayControls(part: HTMLElement): void {
    const { data } = this, { curves, dots, axes, labels } = data.picture;
    const list: [keyof Overlays, string, boolean][] = [
      ["vectors", tr("Vectors"), data.arrows.length > 0],
      ["traces", tr("Traces"), data.traces.points.length + data.traces.bodies.length > 0],
      ["curves", tr("Curves, axes, names"), curves.length + dots.length + axes.length + labels.length > 0],
      ["omega", tr("Paths of ω"), data.arrows.some(({ name }) => name === "omega")],
    ];
    for (const [key, text, there] of list) {
      if (!there) continue;
      const label = made("label", part, "", "check"), box = made("input", label);
      box.type = "checkbox";
      box.checked = this.overlays[key];
      box.id = `show-${key}`;
      made("span", label, text);
      box.onchange = () => (this.overlays[key] = box.checked);
    }
    made("p", part, "", "small dim").id = "quality";
  }

  private open(wanted: boolean): void {
    document.body.classList.toggle("open", wanted);
    el("menu").setAttribute("aria-expanded", String(wanted));
  }

  /** Go to the tick at which the scene opens, followed by the camera. */
  async arrive(): Promise<void> {
    if (!this.live || !this.data.opens) return;
    this.camera.follow(this.middle(), 0);
    await this.live.arrive(this.data.opens, Math.max(Math.round(1 / (this.data.traces.rate * this.data.motion.dt)), 1));
    this.renderer.relay(this.run);
  }

  // What is done ---------------------------------------------------------------------------------------------

  play(wanted: boolean): void {
    if (wanted && this.run.ended && !this.live) this.run.reset();
    this.playing = wanted;
    icon(el("play"), wanted ? "pause" : "play", tr(wanted ? "Pause" : "Play"));
    this.wake();
  }

  reset(): void {
    this.run.reset();
    this.renderer.relay(this.run);
    this.wake();
  }

  go(time: number): void {
    this.run.seek(time);
    this.renderer.relay(this.run);
    this.wake();
  }

  private keys(): void {
    const toggle = (key: keyof Overlays) => {
      const box = document.getElementById(`show-${key}`) as HTMLInputElement | null;
      if (!box) return;
      box.checked = this.overlays[key] = !this.overlays[key];
    };
    const step = (sign: number) => {
      this.play(false);
      this.go(this.run.time + sign * this.data.speed * 0.1);
    };
    const done: Record<string, () => void> = {
      " ": () => this.play(!this.playing), r: () => this.reset(), v: () => toggle("vectors"), t: () => toggle("traces"),
      c: () => toggle("curves"), o: () => toggle("omega"), ArrowLeft: () => step(-1), ArrowRight: () => step(1),
      Home: () => this.camera.home(), "+": () => this.camera.zoom(1.15), "-": () => this.camera.zoom(1 / 1.15),
    };
    addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || usesKey(event.target as HTMLElement, event.key)) return;
      const what = done[event.key.length === 1 ? event.key.toLowerCase() : event.key];
      if (!what) return;
      event.preventDefault();
      what();
    });
  }

  // Pictures -------------------------------------------------------------------------------------------------

  private middle(): Vector | null { return this.data.follow && this.placeOf(this.data.follow); }

  /** The place of a point that moves with a body (-1: none), or at a height above one. */
  private placeOf([body, x, y, z, height]: number[]): Vector {
    if (body < 0) return [x, y, z];
    const found = moved(bodyMatrices(this.run.pose, this.layout, this.data.picture.lift)[body], x, y, z);
    return height === undefined ? found : [found[0], found[1], height];
  }

  frame(now: number): void {
    const wall = this.last ? Math.min(LONGEST_STEP, (now - this.last) / 1000) : 0;
    this.adapt(this.last ? (now - this.last) / 1000 : 0);
    this.last = now;
    if (this.playing && !this.seeking) this.advance(wall);
    this.camera.follow(this.middle(), this.run.time);
    this.fit();
    const { canvas } = this.renderer, dense = Math.min(devicePixelRatio || 1, 2);
    this.renderer.resize(canvas.clientWidth * dense, canvas.clientHeight * dense);
    this.renderer.density = dense;
    const view = this.camera.view(canvas.clientWidth / Math.max(canvas.clientHeight, 1));
    const labels = this.renderer.draw(this.run, view, this.placeOf(this.data.picture.focus), (this.playing ? 1 : 0) * this.pace / 60, this.overlays, this.camera.free as Edges);
    this.write(labels, view.both);
    this.measure();
    if (!this.playing || this.frames % 6 === 0) this.readings();
    this.frames++;
  }

  private advance(wall: number): void {
    const span = wall * this.pace, rate = Math.min(this.data.traces.rate * this.pace, 240);
    const parts = Math.max(Math.min(Math.ceil(wall * rate), 24), 1);
    for (let k = 0; k < parts; k++) {
      this.run.advance(span / parts);
      if (span > 0) this.renderer.lay(this.run.time, this.run.pose);
    }
    if (this.run.ended) this.play(false);
  }

  /** Draw fewer pixels where pictures take long, and more where there is time; the first pictures compile programs. */
  private adapt(seconds: number): void {
    if (this.frames < 4 || seconds <= 0) return;
    const { renderer } = this;
    this.slow = seconds > SLOW ? this.slow + 1 : 0;
    this.fast = seconds < FAST ? this.fast + 1 : 0;
    if (this.slow >= 2 && seconds > CRAWLING) {
      renderer.samples = 0;
      renderer.mirrors = false;
      renderer.scale = LEAST_SCALE;
    } else if (this.slow >= 4 && (renderer.samples > 0 || renderer.scale > LEAST_SCALE)) {
      if (renderer.samples > 0) renderer.samples = 0;
      else renderer.scale = Math.max(renderer.scale * 0.75, LEAST_SCALE);
      this.slow = 0;
    } else if (this.fast >= 600 && renderer.scale < 1) {
      renderer.scale = Math.min(renderer.scale / 0.75, 1);
      this.fast = 0;
    }
  }

  private fit(): void {
    const wide = innerWidth >= 900, open = document.body.classList.contains("open");
    const panel = el("panel").getBoundingClientRect(), bar = el("bar").getBoundingClientRect();
    const bottom = (open && !wide ? panel.top : bar.top) / innerHeight;
    this.camera.free = [0, 0, open && wide ? panel.left / innerWidth : 1, Math.max(bottom, 0.3)];
  }

  private write(labels: Label[], both: Float64Array): void {
    const { clientWidth: w, clientHeight: h } = this.renderer.canvas, into = el("labels");
    while (this.labels.length < labels.length) this.labels.push(made("span", into));
    const placed = (at: Vector) => {
      const depth = both[3] * at[0] + both[7] * at[1] + both[11] * at[2] + both[15], [x, y] = moved(both, ...at);
      return depth > 0 ? [(0.5 + (0.5 * x) / depth) * w, (0.5 - (0.5 * y) / depth) * h] : null;
    };
    this.labels.forEach((label, k) => {
      const { text, said, at, color, from } = labels[k] ?? { text: "", at: [0, 0, 0], color: [0, 0, 0] };
      const place = placed(at as Vector), middle = from && placed(from);
      label.hidden = !text || !place;
      if (!place || label.hidden) return;
      const [dx, dy] = middle ? [place[0] - middle[0], place[1] - middle[1]] : [0, -1], far = Math.hypot(dx, dy);
      const whole = `${text} ${said ?? ""}`;
      if (label.dataset.text !== whole) {
        label.dataset.text = whole;
        label.replaceChildren();
        symbol(label, text);
        if (said) made("i", label, ` ${said}`);
      }
      label.style.color = `rgb(${color.map((c) => Math.round(255 * c)).join()})`;
      const [x, y] = far > 1 ? [dx / far, dy / far] : [0, -1];
      label.style.transform = `translate(${place[0]}px, ${place[1]}px) translate(${85 * x - 50}%, ${85 * y - 50}%)`;
    });
  }

  /** Write the scale of the arrows at the lower left of what is free. */
  private measure(): void {
    const into = el("scale"), { bars } = this.renderer;
    const said = this.overlays.vectors ? this.data.unseen : [];
    into.style.bottom = `${Math.round((1 - this.camera.free[3]) * innerHeight) + 12}px`;
    const text = [...bars.map((row) => `${row.text} ${Math.round(row.length)}`), ...said].join("\n");
    if (into.dataset.text === text) return;
    into.dataset.text = text;
    into.replaceChildren();
    for (const { length, text, color } of bars) {
      const row = made("p", into), bar = made("b", row);
      row.style.color = `rgb(${color.map((c) => Math.round(255 * c)).join()})`;
      bar.style.width = `${length.toFixed(1)}px`;
      made("span", row, text);
    }
    for (const words of said) made("p", into, tr(words));
  }

  private readings(): void {
    const { run } = this, span = run.last - run.first;
    el("time").textContent = seconds(run.time);
    el("end").textContent = seconds(run.last);
    const scrub = el<HTMLInputElement>("scrub");
    scrub.max = "1000";
    if (document.activeElement !== scrub || this.playing) scrub.value = String(span > 0 ? (1000 * (run.time - run.first)) / span : 0);
    this.invariants?.show(run.values, run.begin);
    const stopped = this.live?.ended ? tr("the run has stopped: the method has failed") : this.hint;
    if (el("note").textContent !== stopped) el("note").textContent = stopped;
    const { scale, samples } = this.renderer;
    el("quality").textContent = scale < 1 || samples === 0
      ? tr("drawn at {n} % of the pixels").replace("{n}", String(Math.round(100 * scale * scale))) : "";
    const list = document.getElementById("events");
    if (list && this.live) {
      const shown = this.live.events.filter(({ quiet }) => !quiet).slice(-8);
      const text = shown.map(({ time, meaning }) => `${seconds(time)}: ${tr(meaning)}`);
      if (list.dataset.shown !== text.join("\n")) {
        list.dataset.shown = text.join("\n");
        list.replaceChildren();
        for (const line of text) made("li", list, line);
      }
    }
  }
}

/** Whether the stops of a slider hold for the scene's own values of the others. */
function tabled(data: SliderData): boolean { return data.place === undefined; }

function shares(a: SliderData, b: SliderData): boolean {
  return (!!a.p === !!b.p) || !!a.start || !!b.start;
}

async function main(): Promise<void> {
  const archive = await Archive.unpacked(el("data").textContent!.trim());
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
}

main().catch((error) => {
  document.body.classList.add("still");
  el("note").textContent = `${tr("the browser cannot show this page")}: ${error?.message ?? error}`;
  console.error(error);
});
