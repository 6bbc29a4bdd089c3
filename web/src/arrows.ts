// The arrows of vectors in one scale for each unit, and the bars that say it, as game/model/arrow_scales.py and
// game/model/arrow_views.py make them.

import { View } from "./camera.ts";
import { ArrowData, BarData } from "./data.ts";
import { Vector, dot, length, minus } from "./matrix.ts";
import { ARROW } from "./run.ts";
import { marked } from "./words.ts";

const LINES = 720, GONE = 8, BACK = 12, BORDER = 0.02, BROKEN = 4, LONGEST_BAR = 90;
const ASIDE = 9, ANGLES = [4, 6], NEAR = [12, 18], SEEN = [6, 18];
const PREFIXES: [number, string][] = [[1e9, "G"], [1e6, "M"], [1e3, "k"], [1, ""], [1e-3, "m"], [1e-6, "µ"], [1e-9, "n"]];
const PREFIXED = ["N", "N m", "rad/s", "m/s"];

export type Edges = [number, number, number, number];
export interface Drawn { tail: Vector; tip: Vector; size: number; kind: number; said: string }
/** A row of the scale: the length of its bar [pixels], what it says, and its colour. */
export interface BarRow { length: number; text: string; color: number[] }

/** The ends of the arrow of a vector in a pose; null where it is not drawn. */
export function arrowEnds(arrow: ArrowData, which: number, pose: Float64Array, first: number, lift: number): Drawn | null {
  const at = first + ARROW * which, vector: Vector = [pose[at + 3], pose[at + 4], pose[at + 5]];
  const size = length(vector), exact = arrow.length * size;
  if (!(exact > 0) || !Number.isFinite(exact)) return null;
  const tail: Vector = [pose[at], pose[at + 1], pose[at + 2] + lift];
  const reach = Math.min(exact, arrow.longest) / size, cut = exact > arrow.longest;
  const tip: Vector = [tail[0] + reach * vector[0], tail[1] + reach * vector[1], tail[2] + reach * vector[2]];
  return { tail, tip, size, kind: arrow.head + (cut ? BROKEN : 0), said: said(arrow, size, cut) };
}

function said(arrow: ArrowData, size: number, broken: boolean): string {
  return [arrow.words && marked(arrow.words), broken ? written(size, arrow.unit) : ""].filter(Boolean).join(" ");
}

/** The arrows of a pose that are seen: long enough, and ended where they would leave the free part of the picture. */
export class Vectors {
  private readonly hidden = new Set<number>();

  constructor(private readonly arrows: ArrowData[], private readonly bars: BarData[], private readonly first: number,
    private readonly picture: { lift: number }) {}

  seen(pose: Float64Array, view: View, aspect: number, free: Edges): (Drawn & { arrow: ArrowData })[] {
    const found: (Drawn & { arrow: ArrowData })[] = [];
    this.arrows.forEach((arrow, k) => {
      const drawn = arrowEnds(arrow, k, pose, this.first, this.picture.lift);
      if (!drawn || this.tooShort(k, drawn, view)) return;
      const share = inside(drawn.tail, drawn.tip, view, aspect, free);
      if (share !== null && share < 1) {
        drawn.tip = drawn.tail.map((x, i) => x + share * (drawn.tip[i] - x)) as Vector;
        drawn.kind = arrow.head + BROKEN;
        drawn.said = said(arrow, drawn.size, true);
      }
      found.push({ ...drawn, arrow });
    });
    besideOneAnother(found, view);
    return found;
  }

  private tooShort(which: number, { tail, tip }: Drawn, view: View): boolean {
    const middle = tail.map((x, k) => 0.5 * (x + tip[k])) as Vector;
    const long = length([tip[0] - tail[0], tip[1] - tail[1], tip[2] - tail[2]]) * perMetre(view, middle);
    const short = long < (this.hidden.has(which) ? BACK : GONE);
    short ? this.hidden.add(which) : this.hidden.delete(which);
    return short;
  }

  /** The rows of the scale of arrows that are seen, in a picture of this height [pixels]. */
  rows(seen: (Drawn & { arrow: ArrowData })[], view: View, focus: Vector, height: number): BarRow[] {
    const rows: BarRow[] = [];
    for (const { unit, color, length: long } of this.bars) {
      const depths = seen.filter(({ arrow }) => arrow.unit === unit).map(({ tail }) => depth(view, tail));
      if (!depths.length) continue;
      const at = Math.min(Math.max(depth(view, focus), Math.min(...depths)), Math.max(...depths));
      const pixels = (long * 0.5 * height * view.up) / at, value = roundedDown(LONGEST_BAR / pixels);
      if (value > 0 && Number.isFinite(value)) rows.push({ length: value * pixels, text: written(value, unit), color });
    }
    return rows;
  }
}

type Line = [number, number, number, number];

/** Puts arrows that would cover one another beside one another, as `beside_one_another` of arrow_views.py does. */
function besideOneAnother(arrows: Drawn[], view: View): void {
  const [right, up] = view.axes;
  const line = ({ tail, tip }: Drawn) => [tail, tip].flatMap((end) =>
    [right, up].map((axis) => perMetre(view, end) * dot(axis, minus(end, view.eye)))) as Line;
  const ends = arrows.map(line), now = [...ends];
  const moved = new Map<number, [Vector, Vector]>();
  ends.forEach((own, k) => {
    for (let n = 0; n < k; n++) {
      const share = coverage(ends[n], own);
      if (share > 0) now[k] = putBeside(now[k], now[n], share);
    }
    if (now[k] === own) return;
    const arrow = arrows[k], was = arrow.tip, exact = length(minus(arrow.tip, arrow.tail));
    const [tail, tip] = [arrow.tail, arrow.tip].map((end, at) => {
      const [x, y] = [0, 1].map((axis) => (now[k][2 * at + axis] - own[2 * at + axis]) / perMetre(view, end));
      return end.map((each, axis) => each + x * right[axis] + y * up[axis]) as Vector;
    });
    const way = minus(tip, tail), long = length(way);
    arrow.tail = tail;
    arrow.tip = tail.map((each, axis) => each + (exact / long) * way[axis]) as Vector;
    moved.set(k, [was, minus(arrow.tip, was)]);
  });
  for (const [k, [was, way]] of moved)
    arrows.forEach((arrow, n) => {
      if (n === k || moved.has(n) || length(minus(arrow.tail, was)) > 1e-5) return;
      arrow.tail = arrow.tail.map((each, axis) => each + way[axis]) as Vector;
      arrow.tip = arrow.tip.map((each, axis) => each + way[axis]) as Vector;
    });
}

/** How far one line on the screen covers another of nearly the same direction, 0 to 1. */
function coverage(one: Line, other: Line): number {
  const x = one[2] - one[0], y = one[3] - one[1], dx = other[2] - other[0], dy = other[3] - other[1];
  const long = Math.hypot(x, y), size = Math.hypot(dx, dy), cosine = (x * dx + y * dy) / (long * size);
  if (!(Math.min(long, size) > SEEN[0]) || cosine <= 0) return 0;
  const [starts, across] = alongAndAcross(one, other[0], other[1]), [stops, ends] = alongAndAcross(one, other[2], other[3]);
  const low = Math.max(starts, 0), high = Math.min(stops, long), slope = (ends - across) / (stops - starts);
  const apart = Math.max(...[low, high].map((place) => Math.abs(across + slope * (place - starts))));
  const angle = (Math.acos(Math.min(cosine, 1)) * 180) / Math.PI;
  const share = Math.min(Math.max(Math.min((ANGLES[1] - angle) / (ANGLES[1] - ANGLES[0]),
    (NEAR[1] - apart) / (NEAR[1] - NEAR[0]), (high - low - SEEN[0]) / (SEEN[1] - SEEN[0])), 0), 1);
  return share * share * (3 - 2 * share);
}

function alongAndAcross(line: Line, x: number, y: number): [number, number] {
  const dx = line[2] - line[0], dy = line[3] - line[1], long = Math.max(Math.hypot(dx, dy), 1e-9);
  return [((x - line[0]) * dx + (y - line[1]) * dy) / long, (dx * (y - line[1]) - dy * (x - line[0])) / long];
}

function putBeside(line: Line, first: Line, share: number): Line {
  const x = first[2] - first[0], y = first[3] - first[1], long = Math.max(Math.hypot(x, y), 1e-9);
  return [0, 2].flatMap((k) => {
    const way = (share * (-ASIDE - alongAndAcross(first, line[k], line[k + 1])[1])) / long;
    return [line[k] - way * y, line[k + 1] + way * x];
  }) as Line;
}

function depth({ both: m }: View, [x, y, z]: Vector): number {
  return Math.max(m[3] * x + m[7] * y + m[11] * z + m[15], 1e-9);
}

function perMetre(view: View, place: Vector): number { return (0.5 * LINES * view.up) / depth(view, place); }

/** Which part of a line from its tail on is inside the free part of the picture; null where the tail is not. */
function inside(tail: Vector, tip: Vector, view: View, aspect: number, [left, top, right, bottom]: Edges): number | null {
  const clip = ([x, y, z]: Vector) => [0, 1, 3].map((k) => view.both[k] * x + view.both[4 + k] * y + view.both[8 + k] * z + view.both[12 + k]);
  const start = clip(tail), end = clip(tip), aside = BORDER / aspect;
  const low = [2 * (left + aside) - 1, 1 - 2 * (bottom - BORDER)], high = [2 * (right - aside) - 1, 1 - 2 * (top + BORDER)];
  let share = 1;
  for (const axis of [0, 1])
    for (const [sign, edge] of [[1, high[axis]], [-1, -low[axis]]]) {
      const before = edge * start[2] - sign * start[axis], after = edge * end[2] - sign * end[axis];
      if (before <= 0) return null;
      if (after < 0) share = Math.min(share, before / (before - after));
    }
  return share;
}

/** The greatest of 1, 2 and 5 times a power of ten that is not greater than a value. */
export function roundedDown(value: number): number {
  if (!(value > 0) || !Number.isFinite(value)) return 0;
  const exponent = Math.floor(Math.log10(value)), digits = value / 10 ** exponent;
  return Number(`${[5, 2, 1].find((step) => step <= digits * (1 + 1e-9)) ?? 1}e${exponent}`);
}

/** A value with its unit in three digits at most: "106 kN", "2·10⁻⁴ kg m²/s". */
export function written(value: number, unit: string): string {
  let prefix = "";
  if (PREFIXED.includes(unit)) {
    const [size, name] = PREFIXES.find(([each]) => value >= 0.9995 * each) ?? PREFIXES[PREFIXES.length - 1];
    value /= size;
    prefix = name;
  }
  return `${digitsOf(value)} ${prefix}${unit}`;
}

function digitsOf(value: number): string {
  const exponent = value > 0 ? Math.floor(Math.log10(value)) : 0;
  if (exponent >= -3 && exponent < 4) return marked(String(Number(value.toPrecision(3))));
  const digits = String(Number((value / 10 ** exponent).toPrecision(3)));
  const power = "10" + [...String(exponent)].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)])).join("");
  return digits === "1" ? power : `${marked(digits)}·${power}`;
}
