// Graphs of a run: quantities over time, or one over another, with a cursor at the time of the picture.

import { PageData, QuantityData } from "./data.ts";
import { shownUnit } from "./fields.ts";
import { Formulas } from "./formulas.ts";
import { Ghost } from "./ghost.ts";
import type { LiveRun } from "./live.ts";
import type { Page } from "./page.ts";
import type { Run } from "./run.ts";
import { Samples, range, thinned, ticks } from "./samples.ts";
import { save } from "./top.ts";
import { el, icon, made, symbol } from "./ui.ts";
import { language, marked, number, tr } from "./words.ts";

const MOST = 4000, CURVES = 8, ENERGY = "energy", TIME = "time", DRIFT = "drift.", APART = "divergence", LEAST_DRIFT = -16, ROWS = 12;
const LEFT = 58, RIGHT = 14, SECOND = 56, TOP = 8, BOTTOM = 24, NEAREST = 0.02, TALL = 800;

/** A number of each row of samples. */
export interface Curve { id: string; symbol: string; unit: string; meaning: string; degrees: boolean; of: (row: ArrayLike<number>) => number }

/** The curves that a page can draw: variables of the state, what the motion keeps and its drift, other quantities. */
export function curvesOf(data: PageData): Curve[] {
  const { variables, invariants, quantities, energies: { parts }, units } = data;
  const energies = variables.length + invariants.length + quantities.length, drifts = energies + parts.length;
  const found: Curve[] = [], taken = new Set<string>();
  const add = (each: QuantityData, place: number) => {
    if (!each.known || taken.has(each.name)) return;
    const [unit, factor] = shownUnit(each, units);
    taken.add(each.name);
    found.push({ id: each.name, symbol: each.symbol || each.name, unit, meaning: each.meaning, degrees: unit === "°", of: (row) => row[place] / factor });
  };
  variables.forEach((each, k) => add(each, k));
  invariants.forEach((each, k) => add({ ...each, angle: false }, variables.length + k));
  quantities.forEach((each, k) => add(each, variables.length + invariants.length + k));
  parts.forEach((each, k) => add({ ...each, symbol: `E ${tr(each.symbol)}` }, energies + k));
  invariants.forEach(({ name, symbol: sign, meaning, known }, k) => {
    if (!known) return;
    const of = (row: ArrayLike<number>) => Math.max(Math.log10(Math.abs(row[drifts + k])), LEAST_DRIFT);
    found.push({ id: DRIFT + name, symbol: `log |Δ${sign}/${sign}|`, unit: "", meaning, degrees: false, of });
  });
  return found;
}

interface Axis { unit: string; degrees: boolean; low: number; high: number; curves: Curve[] }

export class Graph {
  readonly samples = new Samples(MOST);
  ghost: Ghost | null = null;
  private readonly ghosts = new Samples(MOST);
  /** The curves that can be drawn: with a ghost also the distance to it. */
  every: Curve[] = [];
  shown: Curve[] = [];
  over: Curve | null = null;
  private readonly canvas: HTMLCanvasElement;
  /** The times that are shown; null: all. */
  private span: [number, number] | null = null;
  private readonly energies: Formulas | null;
  private plot = { left: LEFT, right: 0, top: TOP, bottom: 0, from: 0, to: 1 };

  constructor(private readonly page: Page) {
    const { formulas } = page.data.energies;
    this.energies = formulas.length ? new Formulas(page.archive, formulas) : null;
    this.gather();
    this.canvas = made("canvas", el("graph"));
    this.canvas.id = "curves";
    this.listen();
    if (!this.every.length) el("graph").remove();
    else this.open(innerHeight >= TALL);
  }

  /** Find the curves that can be drawn, in the language in use. */
  private gather(): void {
    this.every = curvesOf(this.page.data);
    const of = (row: ArrayLike<number>) => Math.max(row[row.length - 1], LEAST_DRIFT);
    if (this.ghost) this.every.push({ id: APART, symbol: "log |Δy|", unit: "", meaning: "distance from the ghost", degrees: false, of });
    const again = (list: Curve[]) => list.flatMap(({ id }) => this.named(id) ?? []);
    this.shown = again(this.shown);
    if (!this.shown.length) this.shown = this.every.slice(0, 1);
    [this.over = null] = again(this.over ? [this.over] : []);
  }

  /** Keep a run with the numbers of now as a ghost from the start on, or leave the one there is. */
  keep(wanted: boolean): void {
    this.ghost = wanted ? new Ghost(this.page) : null;
    this.ghosts.cut(-Infinity);
    if (this.ghost) for (const time of this.samples.times) this.follow(time);
    this.build();
  }

  /** Take a sample of the ghost at the time of one of the run, and note how far the two are apart there. */
  private follow(time: number): void {
    const { ghost, samples } = this;
    if (!ghost) return;
    ghost.run.reach(time);
    const row = this.row(ghost.run), mine = samples.rows[samples.at(time)];
    this.ghosts.add(time, row);
    let sum = 0;
    for (let k = 0; k < this.page.data.variables.length; k++) sum += (row[k] - mine[k]) ** 2;
    mine[mine.length - 1] = Math.log10(Math.sqrt(sum));
  }

  private get step(): number { return this.page.live?.dt ?? this.page.data.method.dt; }

  /** The numbers of a run now: state, what is kept, readings, drifts, and a place for the distance to a ghost. */
  private row(run: Run): Float64Array {
    const { data } = this.page, { variables, invariants, quantities, energies } = data;
    const read = variables.length + invariants.length + quantities.length, drifts = read + energies.parts.length, row = new Float64Array(drifts + invariants.length + 1);
    if (data.live) {
      const { y, p } = run as LiveRun;
      row.set(y);
      if (this.energies) row.set(this.energies.evaluate([...y, ...p]) ?? energies.parts.map(() => NaN), read);
    }
    for (let k = 0; k < invariants.length + quantities.length; k++) row[variables.length + k] = run.values[k] ?? NaN;
    for (let k = 0; k < invariants.length; k++) row[drifts + k] = (run.values[k] - run.begin[k]) / (run.scales[k] || 1);
    row[row.length - 1] = NaN;
    return row;
  }

  get isOpen(): boolean { return document.body.classList.contains("graphed"); }

  open(wanted: boolean): void {
    if (!this.every.length) return;
    document.body.classList.toggle("graphed", wanted);
    if (wanted && this.page.low) this.page.open(false);
    this.page.wake();
  }

  /** Take a sample, where the run has gone on. */
  take(): void {
    const { run, live } = this.page, time = live ? run.last : run.time;
    if (time <= this.samples.last || time - run.time > 1.5 * this.step) return;
    this.samples.add(time, this.row(run));
    this.follow(time);
  }

  /** Take the present sample anew, and forget what is later, where something has changed. */
  cut(): void {
    this.samples.cut(this.page.run.time);
    this.ghosts.cut(this.page.run.time);
    this.span = null;
    this.take();
  }

  /** Choose curves, and what they are drawn over, by their names; unknown ones are left out. */
  choose(names: string[], over = ""): void {
    const known = (name: string) => this.every.find(({ id }) => id === name);
    const found = names.map(known).filter((each): each is Curve => !!each).slice(0, CURVES);
    if (found.length) this.shown = found;
    this.over = known(over) ?? null;
    this.build();
  }

  get chosen(): string { return this.shown.map(({ id }) => id).join(",") + (this.over ? `/${this.over.id}` : ""); }

  // Controls -------------------------------------------------------------------------------------------------

  /** Make the row above the curves, in the language in use. */
  build(): void {
    const head = el("graph-head");
    if (!head) return;
    this.gather();
    head.replaceChildren();
    el("graph").setAttribute("aria-label", tr("Graph"));
    this.shown.forEach((curve, k) => {
      const chip = made("button", head, "", `chip curve${k}`);
      symbol(chip, curve.symbol);
      made("span", chip, "", "now");
      chip.title = `${tr(curve.meaning)}: ${tr("leave out")}`;
      chip.setAttribute("aria-label", chip.title);
      chip.onclick = () => this.change(this.shown.filter((each) => each !== curve), this.over);
    });
    if (this.shown.length < CURVES) {
      const add = this.choice(head, tr("One more curve"), "+", this.every.filter((each) => !this.shown.includes(each)));
      add.id = "graph-add";
      const parts = this.every.filter(({ id }) => id === ENERGY || id.startsWith(`${ENERGY}_`)).slice(0, CURVES);
      if (parts.length > 1) add.append(new Option(tr("Energy by parts"), ENERGY + "_"));
      add.onchange = () => this.change(add.value === ENERGY + "_" ? parts : [...this.shown, this.named(add.value)!], this.over);
    }
    const over = this.choice(head, tr("Over"), "", this.every.filter(({ id }) => !id.startsWith(DRIFT)));
    over.id = "graph-over";
    over.insertBefore(new Option(tr("over time"), TIME), over.firstChild);
    over.value = this.over?.id ?? TIME;
    over.onchange = () => this.change(this.shown, this.named(over.value) ?? null);
    if (this.ghost) made("span", head, `– – ${this.ghostWords()}`, "dim ghost");
    made("span", head, "", "gap");
    const button = (id: string, text: string, title: string, done: () => void) => {
      const made_ = made("button", head, text, "text");
      Object.assign(made_, { id, title, onclick: done });
    };
    button("graph-csv", "CSV", tr("Table of all numbers"), () => save(new Blob([this.csv()], { type: "text/csv" }), `${this.page.name}.csv`));
    button("graph-png", "PNG", tr("Picture of the graph"), () => this.canvas.toBlob((made_) => made_ && save(made_, `${this.page.name}-graph.png`)));
    button("graph-close", "", "", () => this.open(false));
    icon(el("graph-close"), "close", tr("Close the graph"));
    this.page.wake();
  }

  private ghostWords(): string {
    const { live, data: { units } } = this.page, now = live ? [...live.parameters(), ...live.initial()] : [];
    const unlike = this.ghost!.unlike(now).slice(0, 3).map((each) => {
      const [unit, factor] = shownUnit(each, units);
      return `${each.symbol || each.name} = ${number(each.value / factor, 4)} ${unit}`.trim();
    });
    return `${tr("ghost")}${unlike.length ? `: ${unlike.join(", ")}` : ""}`;
  }

  private named(id: string): Curve | undefined { return this.every.find((each) => each.id === id); }

  private change(shown: Curve[], over: Curve | null): void {
    if (shown.length) this.shown = shown;
    this.over = over;
    this.build();
    this.page.noted();
  }

  private choice(into: HTMLElement, label: string, first: string, list: Curve[]): HTMLSelectElement {
    const found = made("select", into);
    found.setAttribute("aria-label", label);
    if (first) found.append(new Option(first, "", true, true));
    for (const each of list) found.append(new Option(`${each.symbol} ${tr(each.meaning)}`, each.id));
    return found;
  }

  private listen(): void {
    const { canvas } = this, place = (event: MouseEvent) => {
      const { left, right, from, to } = this.plot, x = event.clientX - canvas.getBoundingClientRect().left;
      return from + ((x - left) / Math.max(right - left, 1)) * (to - from);
    };
    canvas.addEventListener("wheel", (event) => {
      if (this.over) return;
      event.preventDefault();
      const { from, to } = this.plot, at = place(event), factor = 2 ** (event.deltaY / 400), whole = this.whole();
      const wide = Math.min(Math.max((to - from) * factor, NEAREST), whole[1] - whole[0]), begin = at - ((at - from) / (to - from)) * wide;
      const low = Math.min(Math.max(begin, whole[0]), whole[1] - wide);
      this.span = wide < whole[1] - whole[0] ? [low, low + wide] : null;
      this.page.wake();
    }, { passive: false });
    canvas.ondblclick = () => {
      this.span = null;
      this.page.wake();
    };
    const seek = (event: PointerEvent) => {
      if (this.over || !event.buttons) return;
      this.page.play(false);
      const { from, to, left, right } = this.plot;
      this.page.goNear(place(event), (to - from) / Math.max(right - left, 1));
    };
    canvas.onpointerdown = (event) => {
      canvas.setPointerCapture(event.pointerId);
      seek(event);
    };
    canvas.onpointermove = seek;
  }

  private whole(): [number, number] {
    const { times } = this.samples, first = times[0] ?? this.page.run.first;
    return [first, Math.max(this.samples.last, this.page.run.time, first + NEAREST)];
  }

  // Drawing --------------------------------------------------------------------------------------------------

  draw(): void {
    if (!this.isOpen) return;
    const { canvas } = this, { clientWidth: w, clientHeight: h } = canvas, dense = Math.min(devicePixelRatio || 1, 2);
    if (!w || !h) return;
    if (canvas.width !== Math.round(w * dense)) canvas.width = Math.round(w * dense);
    if (canvas.height !== Math.round(h * dense)) canvas.height = Math.round(h * dense);
    const ink = canvas.getContext("2d")!, style = getComputedStyle(canvas);
    ink.setTransform(dense, 0, 0, dense, 0, 0);
    ink.clearRect(0, 0, w, h);
    ink.font = "12px Roboto, system-ui, sans-serif";
    const { rows, times } = this.samples, axes = this.axes();
    const xs = this.over ? rows.map(this.over.of) : times, [from, to] = this.over ? range(xs) : this.span ?? this.whole();
    this.plot = { left: LEFT, right: w - (axes.length > 1 ? SECOND : RIGHT), top: TOP, bottom: h - BOTTOM, from, to };
    const x = (value: number) => this.plot.left + ((value - from) / (to - from)) * (this.plot.right - this.plot.left);
    this.frame(ink, style, axes, x);
    ink.save();
    ink.beginPath();
    ink.rect(this.plot.left, 0, this.plot.right - this.plot.left, h);
    ink.clip();
    for (const axis of axes) for (const curve of axis.curves) {
      if (curve.id !== APART) this.line(ink, style, axis, curve, this.ghosts, x, true);
      this.line(ink, style, axis, curve, this.samples, x);
    }
    this.cursor(ink, style, axes, x);
    ink.restore();
  }

  /** The axes: one for each unit, with the range of the curves that have it. */
  private axes(): Axis[] {
    const found: Axis[] = [], { rows } = this.samples;
    for (const curve of this.shown) {
      const axis = found.find(({ unit, curves }) => unit === curve.unit && logarithmic(curves[0]) === logarithmic(curve));
      if (axis) axis.curves.push(curve);
      else found.push({ unit: curve.unit, degrees: curve.degrees, low: 0, high: 1, curves: [curve] });
    }
    for (const axis of found) {
      const all = axis.curves.every(({ id }) => id.startsWith(DRIFT)) ? [LEAST_DRIFT, 0] : range(axis.curves.flatMap(({ of }) => [...rows, ...this.ghosts.rows].map(of)));
      [axis.low, axis.high] = all;
    }
    return found;
  }

  private height(axis: Axis, value: number): number {
    const { top, bottom } = this.plot;
    return bottom - ((value - axis.low) / (axis.high - axis.low)) * (bottom - top);
  }

  private frame(ink: CanvasRenderingContext2D, style: CSSStyleDeclaration, axes: Axis[], x: (value: number) => number): void {
    const { left, right, top, bottom, from, to } = this.plot;
    ink.strokeStyle = style.getPropertyValue("--rim");
    ink.fillStyle = style.getPropertyValue("--dim");
    ink.lineWidth = 1;
    const written = (value: number) => marked(String(value)), rule = (x0: number, y0: number, x1: number, y1: number) => {
      ink.beginPath();
      ink.moveTo(x0, y0);
      ink.lineTo(x1, y1);
      ink.stroke();
    };
    ink.textAlign = "center";
    ink.textBaseline = "alphabetic";
    const marks = ticks(from, to, (right - left) / 90, !!this.over?.degrees), unit = this.over ? this.over.unit : "s";
    marks.forEach((value, k) => {
      rule(x(value), top, x(value), bottom);
      ink.fillText(`${written(value)}${k === marks.length - 1 ? ` ${unit}` : ""}`, Math.min(x(value), right - 12), bottom + 16);
    });
    axes.slice(0, 2).forEach((axis, k) => {
      ink.textAlign = k ? "left" : "right";
      ink.textBaseline = "middle";
      const rows = ticks(axis.low, axis.high, (bottom - top) / 34, axis.degrees);
      rows.forEach((value, row) => {
        const y = this.height(axis, value), said = Math.abs(value) >= 1e5 || (value !== 0 && Math.abs(value) < 1e-3) ? number(value, 3) : written(value);
        if (!k) rule(left, y, right, y);
        ink.fillText(axis.degrees ? `${said}°` : said + (row === rows.length - 1 && axis.unit ? ` ${axis.unit}` : ""), k ? right + 5 : left - 6, y, k ? SECOND - 5 : LEFT - 6);
      });
    });
  }

  private color(style: CSSStyleDeclaration, curve: Curve): string { return style.getPropertyValue(`--curve${this.shown.indexOf(curve)}`); }

  private line(ink: CanvasRenderingContext2D, style: CSSStyleDeclaration, axis: Axis, curve: Curve, samples: Samples, x: (value: number) => number, dashed = false): void {
    const { from, to, left, right } = this.plot, ys = samples.rows.map(curve.of), xs = this.over ? samples.rows.map(this.over.of) : samples.times;
    ink.setLineDash(dashed ? [6, 5] : []);
    const points = this.over ? ys.flatMap((y, k) => [xs[k], y]) : thinned(xs, ys, from, to, right - left);
    ink.strokeStyle = this.color(style, curve);
    ink.lineWidth = 1.8;
    ink.lineJoin = "round";
    ink.beginPath();
    let pen = false;
    for (let k = 0; k < points.length; k += 2) {
      if (!Number.isFinite(points[k + 1]) || !Number.isFinite(points[k])) {
        pen = false;
        continue;
      }
      const at: [number, number] = [x(points[k]), this.height(axis, points[k + 1])];
      if (pen) ink.lineTo(...at);
      else ink.moveTo(...at);
      pen = true;
    }
    ink.stroke();
    ink.setLineDash([]);
  }

  /** Mark the time of the picture. */
  private cursor(ink: CanvasRenderingContext2D, style: CSSStyleDeclaration, axes: Axis[], x: (value: number) => number): void {
    const { run } = this.page, row = this.samples.rows[this.samples.at(run.time + 1e-12)];
    const at = this.over && row ? this.over.of(row) : run.time;
    if (!this.over) {
      ink.strokeStyle = style.getPropertyValue("--accent");
      ink.lineWidth = 1.5;
      ink.beginPath();
      ink.moveTo(x(at), this.plot.top);
      ink.lineTo(x(at), this.plot.bottom);
      ink.stroke();
    }
    if (!row) return;
    for (const axis of axes) for (const curve of axis.curves) {
      ink.fillStyle = this.color(style, curve);
      ink.beginPath();
      ink.arc(x(at), this.height(axis, curve.of(row)), 4, 0, 2 * Math.PI);
      ink.fill();
    }
  }

  // Numbers --------------------------------------------------------------------------------------------------

  /** All samples as comma-separated values in SI units, with the unit in the head. */
  csv(): string {
    const { variables, invariants, quantities, energies } = this.page.data, every = [...variables, ...invariants, ...quantities, ...energies.parts];
    const kept = every.map((each, k) => ({ ...each, k })).filter(({ known }) => known);
    const head = ["t [s]", ...kept.map(({ name, unit }) => (unit ? `${name} [${unit}]` : name))];
    const lines = this.samples.rows.map((row, i) => [this.samples.times[i], ...kept.map(({ k }) => row[k])].join(","));
    return [head.join(","), ...lines].join("\n") + "\n";
  }

  /** Write the numbers of now, and some of the samples as a table, for readers of screens. */
  table(): void {
    const into = document.getElementById("graph-table"), { times, rows } = this.samples;
    if (!into || !this.isOpen) return;
    const now = this.row(this.page.run);
    document.querySelectorAll("#graph-head .now").forEach((each, k) => {
      const { of, unit, degrees } = this.shown[k];
      each.textContent = number(of(now), 4) + (degrees ? unit : ` ${unit}`);
    });
    const shown = this.over ? [this.over, ...this.shown] : this.shown, step = Math.max(Math.ceil(times.length / ROWS), 1);
    const key = [language, this.chosen, times.length, this.samples.last].join();
    if (into.dataset.shown === key) return;
    into.dataset.shown = key;
    into.replaceChildren();
    const table = made("table", into), head = table.insertRow();
    made("caption", table, tr("Graph"));
    for (const text of ["t [s]", ...shown.map(({ symbol: sign, unit, meaning }) => `${sign} ${tr(meaning)}${unit ? ` [${unit}]` : ""}`)])
      made("th", head, text).scope = "col";
    for (let k = 0; k < times.length; k += step) {
      const row = table.insertRow();
      for (const value of [times[k], ...shown.map(({ of }) => of(rows[k]))]) row.insertCell().textContent = number(value, 4);
    }
  }
}

function logarithmic({ id }: Curve): boolean { return id === APART || id.startsWith(DRIFT); }
