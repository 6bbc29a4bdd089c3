// Samples of a run, and what a graph draws of them: pure functions of numbers.

/** Rows of numbers at times that rise. Where there are too many, every second of the older half is left out. */
export class Samples {
  readonly times: number[] = [];
  readonly rows: Float64Array[] = [];

  constructor(private readonly most: number) {}

  get last(): number { return this.times.length ? this.times[this.times.length - 1] : -Infinity; }

  add(time: number, row: Float64Array): void {
    if (!(time > this.last)) return;
    this.times.push(time);
    this.rows.push(row);
    if (this.times.length > this.most) this.thin();
  }

  /** Forget what is at a time or later. */
  cut(time: number): void {
    let count = this.times.length;
    while (count && this.times[count - 1] >= time) count--;
    this.times.length = this.rows.length = count;
  }

  /** The number of the last row at a time or before it; -1 for none. */
  at(time: number): number {
    let low = -1, high = this.times.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= time) low = middle;
      else high = middle;
    }
    return low;
  }

  private thin(): void {
    const half = this.times.length >> 1;
    let kept = 0;
    for (let k = 0; k < this.times.length; k++) {
      if (k < half && k % 2) continue;
      this.times[kept] = this.times[k];
      this.rows[kept++] = this.rows[k];
    }
    this.times.length = this.rows.length = kept;
  }
}

/** The points of a line with at most four in a column, [x, y] one after another: the first, the least, the greatest and
 * the last value of each of so many columns between two places. What is not finite interrupts the line with a NaN. */
export function thinned(xs: ArrayLike<number>, ys: ArrayLike<number>, from: number, to: number, columns: number): number[] {
  const found: number[] = [], scale = columns / (to - from);
  const first = Math.max(firstAfter(xs, from) - 1, 0);
  let column = NaN, places: number[] = [];
  const close = () => {
    for (const k of [...new Set(places)].sort((a, b) => a - b)) found.push(xs[k], ys[k]);
    places = [];
  };
  for (let k = first; k < xs.length; k++) {
    if (!Number.isFinite(ys[k])) {
      close();
      column = NaN;
      if (found.length) found.push(xs[k], NaN);
      continue;
    }
    const now = Math.floor((xs[k] - from) * scale);
    if (now !== column) {
      close();
      column = now;
      places = [k, k, k, k];
    } else {
      if (ys[k] < ys[places[1]]) places[1] = k;
      if (ys[k] > ys[places[2]]) places[2] = k;
      places[3] = k;
    }
    if (xs[k] > to) break;
  }
  close();
  return found;
}

function firstAfter(xs: ArrayLike<number>, x: number): number {
  let low = 0, high = xs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (xs[middle] < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The least and the greatest of numbers that are finite, a little apart. */
export function range(values: ArrayLike<number>): [number, number] {
  let low = Infinity, high = -Infinity;
  for (let k = 0; k < values.length; k++) {
    if (values[k] < low) low = values[k];
    if (values[k] > high && values[k] < Infinity) high = values[k];
  }
  if (!(low <= high) || low === -Infinity) return [-1, 1];
  const apart = high - low, least = 1e-9 * Math.max(Math.abs(low), Math.abs(high), 1e-300);
  const room = apart > least ? 0.06 * apart : Math.max(Math.abs(low) * 0.05, 1e-12);
  return [low - room, high + room];
}

/** Round numbers within a range, about so many: steps of 1, 2 or 5 times a power of ten; of angles in degrees 15, 30, 90. */
export function ticks(low: number, high: number, count: number, degrees = false): number[] {
  const raw = (high - low) / Math.max(count, 1);
  if (!(raw > 0) || !Number.isFinite(raw)) return [];
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = (degrees && raw > 5 ? [15, 30, 45, 90, 180, 360].find((each) => each >= raw) : undefined)
    ?? [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw * (1 - 1e-9))!;
  const found = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; k++) found.push(Number((k * step).toPrecision(12)));
  return found;
}
