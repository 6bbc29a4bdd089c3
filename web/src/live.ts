// The physics itself: modules of WebAssembly, made by the program of the same LLVM code as its machine code.

import { Archive, LiveData, MethodData } from "./data.ts";
import { Formulas } from "./formulas.ts";
import { type Adjustable, Adjustments } from "./adjustments.ts";
import { Layout, Run } from "./run.ts";
import { number, tr } from "./words.ts";

const STACK = 1 << 20, PAGE = 65536, ALIGNMENT = 64;
/** What a time may be after a tick, in ticks, and be its time. */
const ALMOST = 1e-6, KEPT = 4000, KEPT_BYTES = 24e6;

interface Instance {
  run(at: number): number;
  pose(t: number, y: number, s: number, out: number): void;
  measure(y: number, p: number, out: number): void;
}
interface State { tick: number; y: Float64Array; memory: Float64Array }
/** Times of ticks, as `TickTimes` has them: at k ticks after `tick` it is (first + k each) / unit seconds. */
interface Times { tick: number; first: bigint; each: bigint; unit: bigint }
export interface Happened { time: number; meaning: string; quiet: boolean }

export type { Adjustable };
export type Parameter = Adjustable;
export type Initial = Adjustable;

/** What a reader changes of a run. A refusal is a sentence in the language of the reader, and changes nothing. */
export interface Settable {
  /** The parameters of the scene, in the order of the program. */
  parameters(): Parameter[];
  /** Change parameters, those not named stay; the state stays as well. Returns null, or why this is refused. */
  set(values: Record<string, number>): string | null;
  /** The initial values, in the order of the program. */
  initial(): Initial[];
  /** Change initial values, those not named stay; the run begins again. Returns null, or why this is refused. */
  setStart(values: Record<string, number>): string | null;
  /** Back to the parameters and the start of the scene; the run begins again. */
  restore(): void;
  /** The method in use, one of `data.methods`; `use(name)` changes it, and the state stays. */
  readonly method: MethodData;
  use(name: string): void;
  /** The step [s]; the state and the time stay where it changes. Returns null, or why a step is refused. */
  readonly dt: number;
  setStep(seconds: number): string | null;
}

/** A run from the start of the scene by one of its methods, in a memory of its own. */
export class LiveRun implements Run, Settable {
  readonly moving = null;
  readonly first = 0;
  readonly events: Happened[] = [];
  method: MethodData;
  tick = 0;
  ended = false;
  begin: Float64Array;
  scales: number[];
  pose: Float64Array;
  values: Float64Array;
  readonly start: Float64Array;
  readonly p: Float64Array;
  readonly s: Float64Array;
  readonly y: Float64Array;
  private readonly memory: WebAssembly.Memory;
  private readonly record: DataView;
  private readonly previous: Float64Array;
  private readonly shown: Float64Array;
  private readonly work: Float64Array;
  private readonly kept: Float64Array;
  private readonly remembered: Float64Array;
  private readonly settings: Float64Array;
  private readonly log: Float64Array;
  private readonly instances = new Map<string, Instance>();
  private readonly adjustments: Adjustments;
  private readonly sizes: (Formulas | null)[];
  private times: Times;
  private step: number;
  private history: State[] = [];
  private part = 0;
  private newest = 0;

  constructor(private readonly archive: Archive, readonly data: LiveData, readonly layout: Layout) {
    const start = archive.numbers(data.start) as Float64Array, p = archive.numbers(data.p) as Float64Array;
    const s = archive.numbers(data.s) as Float64Array;
    const most = (of: (method: MethodData) => number) => Math.max(...data.methods.map(of), 1);
    const logged = data.log.head + (data.events.length ? data.log.rows * (data.log.before + data.n) : 0);
    const sizes = [
      data.fields.length, data.n, p.length, s.length, data.n, data.n, data.n, most((m) => m.room), most((m) => m.memory),
      most((m) => m.settings.length), logged, data.size, data.scales.length + 512,
    ];
    const places = sizes.reduce((found, size) => {
      const last = found[found.length - 1];
      return [...found, last + ALIGNMENT * Math.ceil((8 * size + ALIGNMENT) / ALIGNMENT)];
    }, [STACK]);
    this.memory = new WebAssembly.Memory({ initial: Math.ceil(places[places.length - 1] / PAGE) + 1 });
    const [record, ...rest] = sizes.map((size, k) => new Float64Array(this.memory.buffer, places[k], size));
    this.record = new DataView(this.memory.buffer, record.byteOffset, record.byteLength);
    [this.y, this.p, this.s, this.previous, this.shown, this.kept, this.work, this.remembered, this.settings, this.log,
      this.pose, this.values] = rest;
    this.start = start.slice();
    this.p.set(p);
    this.s.set(s);
    this.method = data.methods.find((method) => method.name === data.own) ?? data.methods[0];
    this.step = data.dt;
    this.times = { tick: 0, first: 0n, each: BigInt(data.step[0]), unit: BigInt(data.step[1]) };
    this.adjustments = new Adjustments(archive, data, this.p, this.s, this.start);
    this.begin = new Float64Array(data.scales.length);
    this.scales = data.scales;
    this.sizes = data.scale_formulas.map((each) => each && new Formulas(archive, each.formulas));
    this.reset();
  }

  private instance(): Instance {
    const { name, module } = this.method;
    let found = this.instances.get(name);
    if (!found) {
      const env = {
        __linear_memory: this.memory,
        __indirect_function_table: new WebAssembly.Table({ initial: 16, element: "anyfunc" }),
        __stack_pointer: new WebAssembly.Global({ value: "i32", mutable: true }, STACK),
      };
      const made = new WebAssembly.Instance(new WebAssembly.Module(this.archive.bytes(module)), { env });
      found = made.exports as unknown as Instance;
      this.instances.set(name, found);
    }
    return found;
  }

  get time(): number {
    const behind = this.tick > 0 && this.part < 1 ? 1 - this.part : 0;
    return Math.max(this.timeOf(this.tick) - behind * this.step, 0);
  }

  get dt(): number { return this.step; }

  private timeOf(tick: number): number {
    const { tick: from, first, each, unit } = this.times;
    return (Number(first) + (tick - from) * Number(each)) / Number(unit);
  }

  /** The ticks until a time, with a fraction. */
  private ticks(time: number): number {
    const { tick, first, each, unit } = this.times;
    return tick + (time * Number(unit) - Number(first)) / Number(each);
  }

  get phase(): number[] { return this.data.discrete.map((k) => this.shown[k]); }

  get last(): number { return this.timeOf(this.newest); }

  reset(): void {
    const [top, bottom] = fraction(this.step);
    this.y.set(this.start);
    this.tick = 0;
    this.times = { tick: 0, first: 0n, each: top, unit: bottom };
    this.events.length = 0;
    this.refer();
  }

  /** Begin again at the present state: what was kept of the past belongs to other numbers. */
  private refer(): void {
    this.forget();
    this.history = [];
    this.newest = this.tick;
    this.begin = this.values.slice(0, this.data.scales.length);
    this.scales = this.data.scales.map((own, k) => this.scaled(k) ?? own);
    this.keep();
  }

  /** What drifts of an invariant are divided by, as `Invariant.reference` has it; null where the page cannot compute it. */
  private scaled(k: number): number | null {
    const ways = this.sizes[k], from = Math.abs(this.begin[k]);
    if (!ways || (this.data.scale_formulas[k]!.own && !this.adjustments.isOwn)) return null;
    const size = ways.none ? from : ways.evaluate([...this.y, ...this.p])?.[0];
    return size === undefined ? null : from > this.data.small * size ? from : size || 1;
  }

  private forget(): void {
    this.previous.set(this.y);
    this.remembered.fill(0);
    this.ended = false;
    this.part = 1;
    this.show();
  }

  use(name: string): void {
    this.method = this.data.methods.find((method) => method.name === name) ?? this.method;
    this.refer();
  }

  parameters(): Parameter[] { return this.adjustments.parameters(); }

  /** The parameter that changes the picture, and its value; null where it is that of the scene. */
  get shaped(): [string, number] | null { return this.adjustments.shaped; }

  initial(): Initial[] { return this.adjustments.initial(); }

  set(values: Record<string, number>): string | null {
    const refused = this.adjustments.set(values);
    if (refused === null) this.refer();
    return refused;
  }

  /** The start in the words that readers enter, where the state has others. */
  get aliases(): ReadonlyMap<string, number> { return this.adjustments.aliases; }

  setStart(values: Record<string, number>, kept = this.aliases): string | null {
    const refused = this.adjustments.setStart(values, kept);
    if (refused === null) this.reset();
    return refused;
  }

  restore(): void {
    this.adjustments.restore();
    this.reset();
  }

  setStep(seconds: number): string | null {
    const [low, high] = this.data.bounds;
    if (!(low <= seconds && seconds <= high))
      return `Δt = ${number(seconds)} s: ${tr("must be from {low} to {high}").replace("{low}", number(low)).replace("{high}", number(high))} s`;
    const { tick, first, each, unit } = this.times, [top, bottom] = fraction(seconds);
    const now = first + BigInt(this.tick - tick) * each, whole = (unit / common(unit, bottom)) * bottom;
    this.step = seconds;
    this.times = { tick: this.tick, first: now * (whole / unit), each: top * (whole / bottom), unit: whole };
    this.forget();
    this.history = [];
    this.newest = this.tick;
    this.keep();
    return null;
  }

  private show(): void {
    const { shown, y, previous, part } = this;
    for (let k = 0; k < y.length; k++) shown[k] = part < 1 ? previous[k] + part * (y[k] - previous[k]) : y[k];
    if (part < 1) for (const k of this.data.discrete) shown[k] = previous[k];
    this.read(shown);
    // A state between two ticks is a mean of theirs: what the motion keeps is looked at where the method has left it.
    this.instance().measure(y.byteOffset, this.p.byteOffset, this.values.byteOffset);
  }

  private read(y: Float64Array): void {
    this.instance().pose(0, y.byteOffset, this.s.byteOffset, this.pose.byteOffset);
    for (let k = this.layout.arrows; k < this.pose.length; k++) if (Number.isNaN(this.pose[k])) this.pose[k] = 0;
  }

  /**
   * Run ticks, and return how many were completed. Where one fails they are repeated up to the last one whose energy is
   * near that of the start, as in the program: the energy is looked at only every few ticks.
   */
  run(ticks: number): number {
    const { tick, events } = this, state = this.y.slice(), memory = this.remembered.slice(), seen = events.length;
    this.stretch(ticks);
    const failed = this.tick;
    if (!this.ended || failed === tick) return failed - tick;
    this.y.set(state);
    this.remembered.set(memory);
    this.tick = tick;
    this.ended = false;
    events.length = Math.min(seen, events.length);
    this.stretch(Math.max(failed - (failed % this.data.looked) - tick, 0));
    while (this.tick < failed && !this.ended) this.stretch(1);
    this.ended = true;
    return this.tick - tick;
  }

  private stretch(ticks: number): void {
    let done = 0;
    while (done < ticks && !this.ended) {
      const asked = ticks - done;
      this.call(asked);
      const made = this.instance().run(this.record.byteOffset);
      const logged = this.log[0];
      this.note();
      this.tick += made;
      done += made;
      if (made < asked && logged < this.data.log.limit) this.ended = true;
    }
  }

  private call(ticks: number): void {
    const { data, method, record, tick, log } = this, { tick: from, first, each, unit } = this.times;
    this.settings.set(method.settings);
    log.set([0, data.log.limit, -1, Infinity, 0]);
    const limit = data.ratio * this.scales[0], known = Number.isFinite(this.begin[0]);
    const fields: Record<string, number | bigint> = {
      first: first + BigInt(tick - from) * each, each, unit, ticks, h: this.step, lanes: 1, blocks: 1, n: data.n, y: this.y.byteOffset,
      p: this.p.byteOffset, constants: this.p.length, settings: this.settings.byteOffset, count: method.settings.length,
      workspace: this.work.byteOffset, room: method.room, memory: this.remembered.byteOffset,
      remembered: method.memory, log: log.byteOffset, logged: log.length, kept: this.kept.byteOffset, before: tick,
      last: tick + ticks, start: known ? this.begin[0] : 0, limit: known ? limit : -1,
    };
    data.fields.forEach(([name, kind], k) => {
      if (kind === "real") record.setFloat64(8 * k, Number(fields[name] ?? 0), true);
      else record.setBigInt64(8 * k, BigInt(fields[name] ?? 0), true);
    });
  }

  private note(): void {
    const { head, before } = this.data.log, width = before + this.data.n;
    for (let k = 0; k < Math.min(this.log[0], this.data.log.rows); k++) {
      const at = head + k * width, event = this.data.events[this.log[at + 2]];
      if (event) this.events.push({ time: this.log[at + 1], meaning: event.meaning, quiet: event.quiet });
    }
    if (this.events.length > 500) this.events.splice(0, this.events.length - 500);
  }

  private keep(): void {
    const { history, tick } = this;
    if (history.length && history[history.length - 1].tick >= tick) return;
    history.push({ tick, y: this.y.slice(), memory: this.remembered.slice(0, this.method.memory) });
    const bytes = 8 * (this.y.length + this.method.memory);
    if (history.length * bytes > KEPT_BYTES || history.length > KEPT) this.history = history.filter((_, k) => k % 2 === 0);
  }

  advance(seconds: number): void {
    if (this.ended) return;
    const exact = (seconds * Number(this.times.unit)) / Number(this.times.each) + this.part - 1;
    const due = Math.max(Math.ceil(exact), 0);
    this.go(due, 1 + exact - due);
  }

  /** Run ticks, and show the state this part of a step after the last but one. */
  private go(ticks: number, part: number): void {
    if (ticks > 0) {
      if (ticks > 1) this.run(ticks - 1);
      this.previous.set(this.y);
      if (!this.ended) this.run(1);
      this.newest = Math.max(this.newest, this.tick);
      this.keep();
    }
    this.part = this.ended ? 1 : part;
    this.show();
  }

  /** Go to a time, also of the past, and show the state there, between two ticks. */
  reach(time: number): void {
    const exact = this.ticks(time), tick = Math.ceil(exact - ALMOST);
    if (tick < this.tick) this.seek(this.timeOf(tick - 1));
    this.go(tick - this.tick, Math.min(1 + exact - tick, 1));
  }

  /** Run to a tick, a few ms at a time, so that the browser stays awake; a state is kept each `stride` ticks, and `seen` called. */
  async arrive(tick: number, stride: number, seen = () => {}): Promise<void> {
    while (this.tick < tick && !this.ended) {
      const began = performance.now();
      do {
        this.run(Math.min(stride, tick - this.tick));
        this.keep();
        this.newest = this.tick;
        this.show();
        seen();
      } while (performance.now() - began < 6 && this.tick < tick && !this.ended);
      await new Promise((done) => setTimeout(done, 0));
    }
    this.newest = this.tick;
    this.previous.set(this.y);
    this.show();
  }

  seek(time: number): void {
    const wanted = Math.round(this.ticks(time));
    let state = this.history[0];
    for (const each of this.history) if (each.tick <= wanted) state = each;
    this.y.set(state.y);
    this.remembered.fill(0);
    this.remembered.set(state.memory);
    this.tick = state.tick;
    while (this.events.length && this.events[this.events.length - 1].time > this.timeOf(this.tick)) this.events.pop();
    this.ended = false;
    this.part = 1;
    if (wanted > this.tick) this.run(Math.min(wanted, this.newest) - this.tick);
    this.previous.set(this.y);
    this.show();
  }

  past(life: number, lay: (time: number, pose: Float64Array) => void): void {
    const from = this.time - life;
    for (const state of this.history) {
      const time = this.timeOf(state.tick);
      if (time < from || state.tick > this.tick) continue;
      this.shown.set(state.y);
      this.read(this.shown);
      lay(time, this.pose);
    }
    this.show();
  }
}

/** The exact fraction of the decimal notation of a step: 0.001 is 1/1000. */
function fraction(seconds: number): [bigint, bigint] {
  const [mantissa, exponent = "0"] = String(seconds).split("e"), [whole, rest = ""] = mantissa.split(".");
  const power = Number(exponent) - rest.length, digits = BigInt(whole + rest);
  const top = power > 0 ? digits * 10n ** BigInt(power) : digits, bottom = power < 0 ? 10n ** BigInt(-power) : 1n;
  const shared = common(top, bottom);
  return [top / shared, bottom / shared];
}

function common(a: bigint, b: bigint): bigint { return b ? common(b, a % b) : a; }

export function bits(numbers: ArrayLike<number>): string[] {
  const view = new DataView(new ArrayBuffer(8));
  return Array.from(numbers, (number) => {
    view.setFloat64(0, number);
    return view.getBigUint64(0).toString(16).padStart(16, "0");
  });
}

/** Repeat the native run from the start of the scene, a few ticks at a time; true if the bits are the same. */
export async function proven(archive: Archive, data: LiveData, layout: Layout): Promise<boolean> {
  const run = new LiveRun(archive, data, layout);
  await run.arrive(data.proof.ticks, 64);
  return run.tick === data.proof.ticks && bits(run.y).every((word, k) => word === data.proof.bits[k]);
}
