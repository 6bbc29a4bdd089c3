// A scene that runs, or is played, and what is shown of it.

import { Address } from "./address.ts";
import { NamesApart } from "./apart.ts";
import { Edges } from "./arrows.ts";
import { bodyMatrices } from "./bodies.ts";
import { Camera } from "./camera.ts";
import { Archive, PageData } from "./data.ts";
import { Gestures } from "./gestures.ts";
import { Graph } from "./graph.ts";
import { Arrangement, arrangement, below, freePart, low, seenWhole } from "./layout.ts";
import { Pictures, calm, usesKey } from "./life.ts";
import { LiveRun } from "./live.ts";
import { Vector, moved } from "./matrix.ts";
import { Panel } from "./panel.ts";
import { Recording } from "./recording.ts";
import { Label, Overlays, Renderer } from "./renderer.ts";
import { Layout, Run } from "./run.ts";
import { TopBar } from "./top.ts";
import { el, icon, made, seconds, symbol } from "./ui.ts";
import { marked, tr } from "./words.ts";

const LONGEST_STEP = 0.1, SLOW = 1 / 24, FAST = 1 / 50, CRAWLING = 0.2, LEAST_SCALE = 0.35, SPEEDS = 25, HINT = 4000;

export class Page {
  readonly data: PageData;
  readonly layout: Layout;
  readonly run: Run;
  readonly live: LiveRun | null;
  readonly camera: Camera;
  private moved = 0;
  private readonly apart = new NamesApart();
  readonly overlays: Overlays;
  proof: "" | "same" | "different" = "";
  frames = 0;
  playing = true;
  pace: number;
  last = 0;
  private slow = 0;
  private fast = 0;
  private seeking = false;
  graph!: Graph;
  address!: Address;
  private top!: TopBar;
  panel!: Panel;
  private readonly labels: HTMLElement[] = [];
  private readonly pictures: Pictures;
  private hint = "";

  constructor(readonly archive: Archive, public renderer: Renderer, layout: Layout) {
    this.data = archive.header;
    this.layout = layout;
    const { motion, camera } = this.data;
    this.live = this.data.live ? new LiveRun(archive, motion, layout) : null;
    this.run = this.live ?? new Recording(archive, motion, layout, this.data.scales);
    const track = camera.track && camera.times
      ? { numbers: archive.columns(camera.track), times: archive.numbers(camera.times) as Float64Array } : null;
    this.camera = new Camera(camera.first, camera.mode, this.data.picture.radius, track);
    this.overlays = { ...this.data.show, omega: false };
    this.pace = this.data.speed;
    for (const id of ["labels", "scale"]) el(id).classList.toggle("bright", this.data.picture.bright);
    this.pictures = new Pictures(this);
    this.controls();
    new Gestures(this.renderer.canvas, this.camera, (words) => this.say(words));
    this.keys();
    this.renderer.relay(this.run);
  }

  /** The name of files that are saved. */
  get name(): string { return this.data.name || "polhode"; }

  /** Have one more picture drawn, at least. */
  wake(): void { this.pictures.wake(); }

  /** The next picture is not later than the one before: time passes only where pictures follow one another. */
  rest(): void { this.last = 0; }

  /** Go on with another renderer of the same canvas, whose programs and buffers were lost. */
  draw(renderer: Renderer): void {
    const { ownStart, scale, samples, mirrors } = this.renderer;
    Object.assign(renderer, { ownStart, scale, samples, mirrors });
    this.renderer = renderer;
    this.shape();
    renderer.relay(this.run);
    this.wake();
  }

  /** Show a line for a while. */
  say(words: string): void {
    this.hint = tr(words);
    el("note").textContent = this.hint;
    setTimeout(() => {
      this.hint = "";
      this.wake();
    }, HINT);
  }

  // Controls -------------------------------------------------------------------------------------------------

  private controls(): void {
    this.graph = new Graph(this);
    this.address = new Address(this);
    this.top = new TopBar(this);
    this.panel = new Panel(this);
    this.words();
    el("play").onclick = () => this.play(!this.playing);
    el("reset").onclick = () => this.reset();
    el("home").onclick = () => this.camera.home();
    el("back").onclick = () => this.step(-1);
    el("forward").onclick = () => this.step(1);
    el("menu").onclick = () => this.open(!document.body.classList.contains("open"));
    this.transport();
    this.play(!calm());
    this.arrange();
    this.open(this.arranged !== "small");
    addEventListener("resize", () => this.arrange());
  }

  /** Write all words anew, in the language in use. */
  words(): void {
    const { data } = this;
    el("title").textContent = document.title = tr(data.title);
    el("kind").textContent = `${tr(data.system)} · ${tr(data.live ? "live" : "recording")}`;
    icon(el("reset"), "start", tr("Back to the start"));
    if (el("all")) icon(el("all"), "all", tr("All scenes"));
    icon(el("back"), "back", tr("A little back"));
    icon(el("forward"), "forward", tr("A little on"));
    icon(el("menu"), "menu", tr("Panel"));
    icon(el("home"), "view", tr("Whole view"));
    icon(el("play"), this.playing ? "pause" : "play", tr(this.playing ? "Pause" : "Play"));
    for (const [id, words] of [["speed", "Speed"], ["scrub", "Time"]]) {
      el(id).title = tr(words);
      el(id).setAttribute("aria-label", tr(words));
    }
    el("bar").setAttribute("aria-label", tr("Time"));
    el("panel").setAttribute("aria-label", tr("Panel"));
    for (const label of this.labels) delete label.dataset.text;
    delete el("scale").dataset.text;
    this.top.build();
    this.panel.build();
    this.graph.build();
    this.wake();
  }

  /** Arrange the page for the size of its window. */
  private arrange(): void {
    const { clientWidth, clientHeight } = document.documentElement, { dataset, classList } = document.body;
    const how = arrangement(clientWidth, clientHeight);
    if (dataset.layout !== how) {
      dataset.layout = how;
      classList.remove("raised");
      if (below(how)) this.open(true);
    }
    classList.toggle("low", low(how, clientHeight));
    if (this.low && classList.contains("open")) this.graph.open(false);
    this.wake();
  }

  /** Whether graph and panel have one place. */
  get low(): boolean { return document.body.classList.contains("low"); }

  private get arranged(): string { return document.body.dataset.layout ?? ""; }

  private transport(): void {
    const speed = el<HTMLInputElement>("speed"), scrub = el<HTMLInputElement>("scrub");
    speed.max = String(SPEEDS - 1);
    speed.value = String((SPEEDS - 1) / 2);
    speed.oninput = () => {
      this.setPace(this.data.speed * 2 ** ((Number(speed.value) - (SPEEDS - 1) / 2) / 3));
      this.noted();
    };
    this.setPace(this.data.speed);
    scrub.oninput = () => {
      this.play(false);
      this.seeking = true;
      const { first, last } = this.run;
      this.goNear(first + (Number(scrub.value) / 1000) * (last - first), (last - first) / 1000);
      this.seeking = false;
    };
  }

  /** Show what a change of the run's numbers has led to; whole: all of the run is new. */
  changed(whole = false): void {
    this.renderer.ownStart = false;
    this.shape();
    this.renderer.relay(this.run);
    if (!whole) this.graph.cut();
    this.address.note(!whole);
    this.wake();
  }

  /** Have the bodies look as with the numbers of now. */
  shape(): void {
    this.renderer.shapes.show(this.live?.shaped ?? null);
    this.camera.size(this.data.picture.radius);
  }

  /** Note that what a link of the page says has changed. */
  noted(): void { this.address.note(); }

  /** Set how many simulated seconds pass in one. */
  setPace(pace: number): void {
    const speed = el<HTMLInputElement>("speed");
    speed.value = String(Math.round(3 * Math.log2(pace / this.data.speed) + (SPEEDS - 1) / 2));
    this.pace = pace;
    el("pace").textContent = `${marked(String(Number(pace.toPrecision(2))))}×`;
  }

  toggle(key: keyof Overlays): void {
    const box = document.getElementById(`show-${key}`) as HTMLInputElement | null;
    if (!box) return;
    box.checked = this.overlays[key] = !this.overlays[key];
    this.wake();
  }

  open(wanted: boolean): void {
    document.body.classList.toggle("open", wanted);
    if (wanted && this.low) this.graph.open(false);
    el("menu").setAttribute("aria-expanded", String(wanted));
    this.wake();
  }

  /** Go to what the address says, or else to the tick at which the scene opens, followed by the camera. */
  async arrive(): Promise<void> {
    if (location.hash.includes("?")) return this.address.open();
    if (!this.live || !this.data.opens) return;
    this.lookAgain();
    await this.reach(this.data.opens);
  }

  /** Let the camera follow from where its body is now. */
  lookAgain(): void { this.camera.follow(this.middle(), this.run.time); }

  /** Run to a tick, with samples for the graph on the way. */
  async reach(tick: number): Promise<void> {
    const stride = Math.max(Math.round(1 / (this.data.traces.rate * this.data.motion.dt)), 1);
    await this.live!.arrive(tick, stride, () => this.graph.take());
    this.renderer.relay(this.run);
  }

  // What is done ---------------------------------------------------------------------------------------------

  play(wanted: boolean): void {
    if (wanted && this.run.ended && !this.live) this.run.reset();
    if (this.playing !== wanted) this.noted();
    this.playing = wanted;
    icon(el("play"), wanted ? "pause" : "play", tr(wanted ? "Pause" : "Play"));
    this.wake();
  }

  reset(): void {
    this.run.reset();
    this.address.begun();
    this.noted();
    this.graph.cut();
    this.renderer.relay(this.run);
    this.wake();
  }

  go(time: number): void {
    this.run.seek(time);
    this.noted();
    this.renderer.relay(this.run);
    this.wake();
  }

  /** Go to a round time near one that a pointer shows, to so many seconds. */
  goNear(time: number, grain: number): void {
    const round = 10 ** Math.ceil(Math.log10(grain || 1)), { first, last } = this.run;
    this.go(Math.min(Math.max(Number((Math.round(time / round) * round).toPrecision(12)), first), last));
  }

  private step(sign: number): void {
    this.play(false);
    this.go(this.run.time + sign * this.data.speed * 0.1);
  }

  private keys(): void {
    const { toggle, step } = { toggle: (key: keyof Overlays) => this.toggle(key), step: (sign: number) => this.step(sign) };
    const done: Record<string, () => void> = {
      " ": () => this.play(!this.playing), r: () => this.reset(), v: () => toggle("vectors"), t: () => toggle("traces"),
      c: () => toggle("curves"), o: () => toggle("omega"), ArrowLeft: () => step(-1), ArrowRight: () => step(1),
      Home: () => this.camera.home(), f: () => this.top.fill(), g: () => this.graph.open(!this.graph.isOpen), p: () => this.top.take(),
      s: () => this.panel.show("setup"), e: () => this.panel.show("explain"), "+": () => this.camera.zoom(1.15), "-": () => this.camera.zoom(1 / 1.15),
    };
    if (this.data.lesson.length) Object.assign(done, { PageUp: () => this.panel.lesson.turn(-1), PageDown: () => this.panel.lesson.turn(1) });
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
    this.lookAgain();
    this.fit();
    if (this.camera.moves !== this.moved) this.noted();
    this.moved = this.camera.moves;
    const { labels, both } = this.picture(1);
    this.write(labels, both);
    this.graph.draw();
    this.measure();
    if (!this.playing || this.frames % 6 === 0) this.readings();
    this.frames++;
  }

  /** Draw a picture of now, with so many times the pixels. */
  private picture(factor: number): { labels: Label[]; both: Float64Array } {
    const { canvas } = this.renderer, dense = Math.min(devicePixelRatio || 1, 2) * factor;
    this.renderer.resize(canvas.clientWidth * dense, canvas.clientHeight * dense);
    this.renderer.density = dense;
    const view = this.camera.view(canvas.clientWidth / Math.max(canvas.clientHeight, 1));
    const blur = (this.playing ? 1 : 0) * this.pace / 60, ghost = this.graph.ghost?.run;
    this.shape();
    ghost?.reach(this.run.time);
    const labels = this.renderer.draw(this.run, this.graph.ghost?.looksLike(this.live!) ? ghost! : null, view, this.placeOf(this.data.picture.focus), blur, this.overlays, this.camera.free as Edges);
    return { labels, both: view.both };
  }

  /** Return a picture of now with so many times the pixels, at full quality, and with its words. */
  drawn(factor: number): HTMLCanvasElement {
    const { renderer } = this, { canvas, scale, mirrors } = renderer;
    Object.assign(renderer, { scale: 1, mirrors: true });
    this.picture(factor);
    const sheet = document.createElement("canvas"), ink = sheet.getContext("2d")!;
    [sheet.width, sheet.height] = [canvas.width, canvas.height];
    ink.drawImage(canvas, 0, 0);
    Object.assign(renderer, { scale, mirrors });
    const ratio = canvas.width / Math.max(canvas.clientWidth, 1), { left, top } = canvas.getBoundingClientRect();
    ink.setTransform(ratio, 0, 0, ratio, -left * ratio, -top * ratio);
    for (const label of this.labels) if (!label.hidden) inked(ink, label);
    return sheet;
  }

  advance(wall: number): void {
    const span = wall * this.pace, rate = Math.min(this.data.traces.rate * this.pace, 240);
    const parts = Math.max(Math.min(Math.ceil(wall * rate), 24), 1);
    for (let k = 0; k < parts; k++) {
      this.run.advance(span / parts);
      if (span > 0) this.renderer.lay(this.run.time, this.run.pose);
      this.graph.take();
    }
    if (this.run.ended) this.play(false);
  }

  /** Draw fewer pixels where pictures take long, and more where there is time; the first pictures compile programs. */
  adapt(seconds: number): void {
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

  fit(): void {
    const { classList } = document.body, panel = !below(this.arranged as Arrangement) && classList.contains("open");
    const beside = panel ? "panel" : this.low && classList.contains("graphed") ? "graph" : "";
    const box = (id: string) => (el(id) ?? el("bar")).getBoundingClientRect();
    const small = this.arranged === "small";
    const lower = beside === "graph" ? [box("bar")] : [box("bar"), box("graph")];
    this.camera.free = freePart(box("stage"), beside ? box(beside) : null, small ? 0 : box("top").bottom, lower);
  }

  private write(labels: Label[], both: Float64Array): void {
    const { clientWidth: w, clientHeight: h } = this.renderer.canvas, into = el("labels");
    while (this.labels.length < labels.length) this.labels.push(made("span", into));
    const placed = (at: Vector) => {
      const depth = both[3] * at[0] + both[7] * at[1] + both[11] * at[2] + both[15], [x, y] = moved(both, ...at);
      return depth > 0 ? [(0.5 + (0.5 * x) / depth) * w, (0.5 - (0.5 * y) / depth) * h] : null;
    };
    this.apart.begin();
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
        Object.assign(label.dataset, { wide: label.offsetWidth, high: label.offsetHeight });
      }
      label.style.color = `rgb(${color.map((c) => Math.round(255 * c)).join()})`;
      const [x, y] = far > 1 ? [dx / far, dy / far] : [0, -1];
      const wide = Number(label.dataset.wide), kept = (left: number) => seenWhole(left, wide, place[0], w * this.camera.free[2]);
      const [left, top] = this.apart.put(k, place, [x, y], wide, Number(label.dataset.high), kept);
      label.style.transform = `translate(${left}px, ${top}px)`;
    });
  }

  /** Write the scale of the arrows at the lower left of what is free. */
  private measure(): void {
    const into = el("scale"), { bars } = this.renderer;
    const said = this.overlays.vectors ? this.data.unseen : [];
    into.style.bottom = `${Math.round((1 - this.camera.free[3]) * this.renderer.canvas.clientHeight) + 12}px`;
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
    this.panel.readings();
    this.graph.table();
    const stopped = this.live?.ended ? tr("the run has stopped: the method has failed") : this.hint;
    if (el("note").textContent !== stopped) el("note").textContent = stopped;
  }
}

/** Write a word of the picture where it stands in the page, with its indices. */
function inked(ink: CanvasRenderingContext2D, label: HTMLElement): void {
  const { left, top, height } = label.getBoundingClientRect();
  let x = left;
  ink.textBaseline = "middle";
  ink.fillStyle = label.style.color;
  ink.shadowColor = "#000";
  ink.shadowBlur = 4;
  for (const part of label.childNodes) {
    const { fontStyle, fontWeight, fontSize, fontFamily } = getComputedStyle(part instanceof HTMLElement ? part : label);
    ink.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`;
    const text = part.textContent ?? "";
    ink.fillText(text, x, top + height * (part instanceof HTMLElement && part.tagName === "SUB" ? 0.68 : 0.5));
    x += ink.measureText(text).width;
  }
}
