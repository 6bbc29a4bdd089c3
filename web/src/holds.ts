// Where parts are that hang on something (game/model/hold.py, game/export/attachment.py), and pieces of ropes
// (game/looks/kit/curve_frames.py).

import type { Archive, Hung, RopeData } from "./data.ts";
import type { Numbers, Vector } from "./matrix.ts";
import { cross, dot, length, minus, moved, multiplied, unit } from "./matrix.ts";

export const STILL = 0, ON_BODY = 1, BETWEEN = 2, RIGID = 3, PIECE = 4, AT = 6, AIMED = 7;

interface Strand { wide: Numbers | number; aside: Numbers | null }
type Axes = [Vector, Vector, Vector];

/** The matrix of a part; null where its places are recorded. local: in the axes of what holds it; world: the matrices of
 *  what parts can hang on; ropes: those of all pieces. */
export function placed(hung: Hung, local: Numbers, world: Float64Array[], ropes: Float64Array[][][]): Float64Array | null {
  const { kind, ends } = hung, own = Float64Array.from({ length: 16 }, (_, k) => local[k]);
  const end = (which: number) => placeOf(ends![which], world);
  switch (kind) {
    case STILL: return own;
    case ON_BODY: {
      const found = multiplied(world[hung.body!], own);
      found[14] += hung.above ?? 0;
      return found;
    }
    case AT:
      own.set(end(0), 12);
      return own;
    case BETWEEN: return stretched(end(0), end(1), hung.wide!);
    case AIMED: return aimed(end(0), end(1), hung.wide!);
    case PIECE: {
      const [rope, strand, number, whole] = hung.piece!, model = ropes[rope][strand][number];
      return whole ? stiff(model) : model;
    }
  }
  return null;
}

/** How an instance hangs at these values of the discrete variables; the last way where they are others. */
export function inPhase(hung: Hung, phase: number[]): Hung {
  if (!hung.phases) return hung;
  const found = hung.phases.find(([key]) => key.every((value, k) => value === phase[k]));
  return (found ?? hung.phases[hung.phases.length - 1])[1];
}

/** The place of [number, x, y, z, level], in the world that has these matrices; level: at the height z. */
export function placeOf([of, x, y, z, level]: number[], world: Float64Array[]): Vector {
  if (of < 0) return [x, y, z];
  const found = moved(world[of], x, y, z);
  return level ? [found[0], found[1], z] : found;
}

const plus = (a: Numbers, b: Numbers, part: number): Vector => [a[0] + part * b[0], a[1] + part * b[1], a[2] + part * b[2]];

/** A smooth line (Catmull-Rom) through points, each span cut into so many steps. */
function curve(points: Vector[], steps: number): Vector[] {
  if (steps === 1) return points;
  const last = points.length - 1, found: Vector[] = [];
  const padded = [minus(plus([0, 0, 0], points[0], 2), points[1]), ...points, minus(plus([0, 0, 0], points[last], 2), points[last - 1])];
  for (let k = 0; k < last; k++)
    for (let step = 0; step < steps; step++) {
      const t = step / steps;
      found.push([0, 1, 2].map((c) => {
        const [p0, p1, p2, p3] = [0, 1, 2, 3].map((n) => padded[k + n][c]);
        return 0.5 * (2 * p1 + (p2 - p0) * t + (2 * p0 - 5 * p1 + 4 * p2 - p3) * t * t + (3 * p1 - p0 - 3 * p2 + p3) * t * t * t);
      }) as Vector);
    }
  return [...found, points[last]];
}

/** Axes along each piece of a line, which turn as little as they can; z runs back along it. */
function axesAlong(line: Vector[], side: Vector): Axes[] {
  let x = side;
  return line.slice(1).map((point, k) => {
    const back = unit(minus(line[k], point));
    x = plus(x, back, -dot(x, back));
    const [a, b, c] = back;
    x = length(x) > 1e-9 ? unit(x) : [-b * a - c * c, c * b + a * a, a * c - b * b];
    return [x, cross(back, x), back];
  });
}

export class Rope {
  private readonly data: RopeData;
  private readonly strands: Strand[];

  constructor(archive: Pick<Archive, "numbers">, data: RopeData) {
    this.data = data;
    this.strands = data.strands.map(({ wide, aside }) => ({
      wide: typeof wide === "number" ? wide : archive.numbers(wide), aside: aside && archive.numbers(aside),
    }));
  }

  /** The matrices of the pieces of each strand. */
  models(world: Float64Array[]): Float64Array[][] {
    const line = curve(this.data.places.map((place) => placeOf(place, world)), this.data.steps);
    const axes = axesAlong(line, this.data.side as Vector);
    if (this.data.crossed)
      axes.forEach(([x, y, z], k) => { if (k % 2) axes[k] = [y, plus([0, 0, 0], x, -1), z]; });
    return this.strands.map(({ wide, aside }) => {
      const path = aside ? line.map((point, k) => beside(point, axes[Math.min(k, axes.length - 1)], aside, k)) : line;
      return axes.map((along, k) => {
        const back = minus(path[k], path[k + 1]), [x, y, z] = aside ? aligned(along, unit(back)) : along;
        const radius = typeof wide === "number" ? Math.max(length(back), wide) : wide[k];
        return Float64Array.of(
          ...plus([0, 0, 0], x, radius), 0, ...plus([0, 0, 0], y, radius), 0, ...plus([0, 0, 0], z, length(back)), 0, ...path[k], 1);
      });
    });
  }
}

function beside(point: Vector, [x, y]: Axes, aside: Numbers, k: number): Vector {
  return plus(plus(point, x, aside[2 * k]), y, aside[2 * k + 1]);
}

/** Axes with this z axis, x as near as it can to that of others. */
function aligned([x]: Axes, z: Vector): Axes {
  const found = unit(plus(x, z, -dot(x, z)));
  return [found, cross(z, found), z];
}

/** The same axes with length 1. */
function stiff(m: Float64Array): Float64Array {
  const found = new Float64Array(m);
  for (const at of [0, 4, 8]) found.set(unit(m.subarray(at, at + 3)), at);
  return found;
}

/** The matrix of axes at a place, with this z axis; x and y have these lengths, y is as near to a direction as it can. */
function along(at: Vector, z: Vector, [x, y]: number[], side: Vector): Float64Array {
  const across = length(cross(side, z)) > 0 ? unit(cross(side, z)) : [side[1], side[2], side[0]] as Vector, up = unit(cross(z, across));
  return Float64Array.of(...across.map((part) => x * part), 0, ...up.map((part) => y * part), 0, ...z, 0, ...at, 1);
}

/** The matrix of what is stretched between two places; wide: the lengths of its x and y axes, the direction that y is near
 *  to, and the extent of its mesh along z. */
function stretched(a: Vector, b: Vector, wide: number[]): Float64Array {
  const [low, high] = wide.slice(5), z = minus(b, a).map((part) => part / (high - low)) as Vector;
  return along(minus(a, z.map((part) => low * part)), z, wide, wide.slice(2, 5) as Vector);
}

/** The matrix of what is at a place and points to another; wide: as above, and the length of its z axis. */
function aimed(a: Vector, b: Vector, wide: number[]): Float64Array {
  return along(a, unit(minus(b, a)).map((part) => wide[5] * part) as Vector, wide, wide.slice(2, 5) as Vector);
}
