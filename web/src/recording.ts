// A recorded run: poses at equal steps of the time as shown.

import { Archive, RecordingData } from "./data.ts";
import { RIGID } from "./holds.ts";
import { Vector, rotation } from "./matrix.ts";
import { BODY, Layout, Run } from "./run.ts";

const RECORDED_BODY = 8, WIDTHS: Record<number, number> = { [RIGID]: 7 }, FREE_WIDTH = 12;

export class Recording implements Run {
  readonly pose: Float64Array;
  readonly values: Float64Array;
  readonly begin: Float64Array;
  readonly moving = new Map<number, Float32Array>();
  readonly first: number;
  readonly last: number;
  time = 0;
  phase: number[] = [];
  private readonly kept: number;
  private readonly times: Float64Array;
  private readonly phases: ArrayLike<number>;
  private readonly rows: Float32Array;
  private readonly every: Float64Array;
  private readonly width: number;
  private readonly other: Float64Array;

  constructor(archive: Archive, private readonly data: RecordingData, private readonly layout: Layout, readonly scales: number[]) {
    this.kept = scales.length;
    this.times = archive.numbers(data.times) as Float64Array;
    this.phases = archive.numbers(data.phases);
    this.every = archive.numbers(data.values) as Float64Array;
    this.rows = archive.columns(data.poses);
    this.width = this.rows.length / this.times.length;
    this.pose = new Float64Array(layout.size);
    this.other = new Float64Array(layout.size);
    this.values = new Float64Array(this.kept);
    this.begin = this.every.slice(0, this.kept);
    for (const [k] of data.moving) this.moving.set(k, new Float32Array(16));
    this.first = this.times[0];
    this.last = this.times[this.times.length - 1];
    this.seek(this.first);
  }

  get ended(): boolean { return this.time >= this.last; }

  advance(seconds: number): void { this.seek(this.time + seconds); }

  reset(): void { this.seek(this.first); }

  seek(time: number): void {
    this.time = Math.min(Math.max(time, this.first), this.last);
    const [row, part] = this.place(this.time);
    this.read(row, part, this.pose);
    const a = row * this.kept, b = Math.min(row + 1, this.times.length - 1) * this.kept;
    for (let k = 0; k < this.kept; k++) this.values[k] = this.every[a + k] + part * (this.every[b + k] - this.every[a + k]);
    this.readMoving(row, part);
    const discrete = this.phases.length / this.times.length;
    this.phase = Array.from({ length: discrete }, (_, k) => this.phases[row * discrete + k]);
  }

  private readMoving(row: number, part: number): void {
    const { rows, width, layout, data } = this, next = row + 1 < this.times.length ? width : 0;
    let at = row * width + RECORDED_BODY * layout.bodies + layout.size - layout.arrows;
    const mixed = (k: number) => rows[at + k] + part * (rows[at + next + k] - rows[at + k]);
    for (const [number, kind, ...wide] of data.moving) {
      const model = this.moving.get(number)!, place: Vector = [mixed(0), mixed(1), mixed(2)];
      if (kind === RIGID) {
        const turned = rotation(mixed(3), mixed(4), mixed(5), mixed(6));
        for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) model[4 * j + i] = turned[3 * i + j] * wide[j];
        model.set(place, 12);
      } else for (let r = 0; r < 4; r++) for (let c = 0; c < 3; c++) model[4 * r + c] = mixed(3 * r + c);
      model[15] = 1;
      at += WIDTHS[kind] ?? FREE_WIDTH;
    }
  }

  past(life: number, lay: (time: number, pose: Float64Array) => void): void {
    const from = this.place(this.time - life)[0], to = this.place(this.time)[0];
    for (let row = from; row <= to; row++) {
      this.read(row, 0, this.other);
      lay(this.times[row], this.other);
    }
    lay(this.time, this.pose);
  }

  /** The row before a time, and the part of the step to the next. */
  private place(time: number): [number, number] {
    let low = 0, high = this.times.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= time) low = middle;
      else high = middle;
    }
    const step = this.times[high] - this.times[low];
    const part = step > 0 ? Math.min(Math.max((time - this.times[low]) / step, 0), 1) : 0;
    return part === 1 ? [high, 0] : [low, part];
  }

  private read(row: number, part: number, out: Float64Array): void {
    const { rows, layout } = this, at = row * this.width;
    const next = row + 1 < this.times.length && part > 0 ? this.width : 0;
    const mixed = (k: number) => rows[at + k] + part * (rows[at + next + k] - rows[at + k]);
    for (let b = 0; b < layout.bodies; b++) {
      const from = RECORDED_BODY * b, to = BODY * b;
      for (let k = 0; k < 3; k++) out[to + k] = mixed(from + k);
      out.set(rotation(mixed(from + 3), mixed(from + 4), mixed(from + 5), mixed(from + 6)), to + 3);
      out[to + 12] = mixed(from + 7);
    }
    const first = RECORDED_BODY * layout.bodies, count = layout.size - layout.arrows;
    for (let k = 0; k < count; k++) out[layout.arrows + k] = mixed(first + k);
  }
}
