// Records of calculations (physics/core/formulas.py), repeated here with the bits of the program.

import { Archive, RecordData } from "./data.ts";
import { acos, asin, atan2, cbrt, copysign, cos, exp, fused, hypot, log, power, sin, tanh, wholePower } from "./rounded.ts";

// Sine, cosine and the angle of a vector: physics/maths/trig.py ------------------------------------------------

const PI_2 = [1.5707963267341256, 6.077100506303966e-11, 2.0222662487959506e-21];
const S = [-1.66666666666666324348e-01, 8.33333333332248946124e-03, -1.98412698298579493134e-04, 2.75573137070700676789e-06,
  -2.50507602534068634195e-08, 1.58969099521155010221e-10];
const C = [4.16666666666666019037e-02, -1.38888888888741095749e-03, 2.48015872894767294178e-05, -2.75573143513906633035e-07,
  2.08757232129817482790e-09, -1.13596475577881948265e-11];
const A = [3.33333333333329318027e-01, -1.99999999998764832476e-01, 1.42857142725034663711e-01, -1.11111104054623557880e-01,
  9.09088713343650656196e-02, -7.69187620504482999495e-02, 6.66107313738753120669e-02, -5.83357013379057348645e-02,
  4.97687799461593236017e-02, -3.65315727442169155270e-02, 1.62858201153657823623e-02];
const TAN_PI_8 = 0.41421356237309503, PI = Math.PI, PI_LOW = 1.2246467991473532e-16;
const THREE_QUARTERS = 2.356194490192345, THREE_QUARTERS_LOW = 9.184850993605148e-17;

function quadrants(k: number, s: number, c: number): [number, number] {
  const quadrant = k - 4 * Math.floor(k * 0.25), odd = quadrant === 1 || quadrant === 3;
  const sine = odd ? c : s, cosine = odd ? s : c;
  return [quadrant >= 2 ? -sine : sine, quadrant === 1 || quadrant === 2 ? -cosine : cosine];
}

function sincos(x: number): [number, number] {
  const k = Math.floor(x * 0.6366197723675814 + 0.5);
  const r = x - k * PI_2[0] - k * PI_2[1] - k * PI_2[2], z = r * r, zz = z * z;
  const s = r + r * z * (S[0] + z * S[1] + zz * (S[2] + z * S[3] + zz * (S[4] + z * S[5])));
  const c = 1 - (0.5 * z - zz * (C[0] + z * C[1] + zz * (C[2] + z * C[3] + zz * (C[4] + z * C[5]))));
  return quadrants(k, s, c);
}

function unbiasedSincos(x: number): [number, number] {
  const k = Math.floor(x * 0.6366197723675814 + 0.5), high = x - k * PI_2[0], r = high - k * PI_2[1];
  const lost = high - r - k * PI_2[1] - k * PI_2[2], z = r * r, zz = z * z;
  const s = r + (r * z * (S[0] + z * S[1] + zz * (S[2] + z * S[3] + zz * (S[4] + z * S[5]))) + lost * (1 - 0.5 * z));
  const c = 1 - (0.5 * z - (zz * (C[0] + z * C[1] + zz * (C[2] + z * C[3] + zz * (C[4] + z * C[5]))) - r * lost));
  return quadrants(k, s, c);
}

/** The ratio of the smaller and the greater of two numbers, or of their difference and sum, and the bend of its arc. */
function slope(y: number, x: number) {
  const up = Math.abs(y), along = Math.abs(x), steep = up > along;
  const low = steep ? along : up, high = steep ? up : along, beyond = low > TAN_PI_8 * high;
  const bottom = beyond ? low + high : high, r = (beyond ? low - high : low) / (bottom > 0 ? bottom : 1), z = r * r;
  const tail = A[6] + z * (A[7] + z * (A[8] + z * (A[9] + z * A[10])));
  const bend = r * z * (A[0] + z * (A[1] + z * (A[2] + z * (A[3] + z * (A[4] + z * (A[5] + z * tail))))));
  return { steep, beyond, r, bend };
}

function arctan2(y: number, x: number): number {
  const { steep, beyond, r, bend } = slope(y, x), small = r - bend;
  let angle = beyond ? 0.25 * PI + (small + 0.25 * PI_LOW) : small;
  angle = steep ? 0.5 * PI - (angle - 0.5 * PI_LOW) : angle;
  angle = x < 0 ? PI - (angle - PI_LOW) : angle;
  return y < 0 ? -angle : angle;
}

function unbiasedArctan2(y: number, x: number): number {
  const { steep, beyond, r, bend } = slope(y, x), back = steep !== x < 0;
  let eighths = beyond ? 1 : 0;
  eighths = steep ? 2 - eighths : eighths;
  eighths = x < 0 ? 4 - eighths : eighths;
  const whole = eighths === 3 ? THREE_QUARTERS : 0.25 * PI * eighths;
  const lost = eighths === 3 ? THREE_QUARTERS_LOW : 0.25 * PI_LOW * eighths;
  const angle = whole + ((back ? -r : r) - ((back ? -bend : bend) - lost));
  return y < 0 ? -angle : angle;
}

// Remainders, and the axes of a symmetric matrix ----------------------------------------------------------------

function modulo(x: number, y: number): number {
  const found = x % y;
  return found ? (y < 0 !== found < 0 ? found + y : found) : copysign(0, y);
}

function remainder(x: number, y: number): number {
  const a = Math.abs(x), b = Math.abs(y), m = a % b, c = b - m;
  return copysign(1, x) * (m < c ? m : m > c ? -c : m - 2 * ((0.5 * (a - m)) % b));
}

/** Eigenvalues, in increasing order, and eigenvectors, by rows of their matrix: physics/maths/dense.py. */
function eigen(elements: number[]): number[] {
  const a = [0, 3, 6].map((k) => elements.slice(k, k + 3)), axes = [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const PAIRS = [[0, 1], [0, 2], [1, 2]];
  const turn = (i: number, j: number): boolean => {
    const off = a[i][j];
    if (off === 0 || Math.abs(off) <= 1e-17 * Math.sqrt(Math.abs(a[i][i])) * Math.sqrt(Math.abs(a[j][j]))) {
      a[i][j] = a[j][i] = 0;
      return false;
    }
    const rise = (a[j][j] - a[i][i]) / (2 * off), t = copysign(1, rise) / (Math.abs(rise) + hypot(1, rise));
    const c = 1 / hypot(1, t), s = t * c;
    const mix = (rows: number[][]) => {
      for (const row of rows) [row[i], row[j]] = [c * row[i] - s * row[j], s * row[i] + c * row[j]];
    };
    mix(a);
    const first = a[i], second = a[j];
    a[i] = first.map((x, k) => c * x - s * second[k]);
    a[j] = first.map((x, k) => s * x + c * second[k]);
    a[i][j] = a[j][i] = 0;
    mix(axes);
    return true;
  };
  for (let sweep = 0; sweep < 60; sweep++) if (!PAIRS.map(([i, j]) => turn(i, j)).some((turned) => turned)) break;
  const order = [0, 1, 2].sort((i, j) => a[i][i] - a[j][j] || i - j);
  const signs = order.map((j) => {
    const column = axes.map((row) => row[j]);
    return column.reduce((most, x) => (Math.abs(x) > Math.abs(most) ? x : most)) < 0 ? -1 : 1;
  });
  return [...order.map((j) => a[j][j]), ...axes.flatMap((row) => order.map((j, k) => (signs[k] < 0 ? -row[j] : row[j])))];
}

// Records ------------------------------------------------------------------------------------------------------

type Call = (...numbers: number[]) => number;
let lastMatrix = "", lastAxes: number[] = [];

function eigenPart(k: number): Call {
  return (...elements) => {
    const key = elements.join();
    if (key !== lastMatrix) [lastMatrix, lastAxes] = [key, eigen(elements)];
    return lastAxes[k];
  };
}

export const CALLS: Record<string, Call> = {
  "+": (x, y) => x + y, "-": (x, y) => x - y, "*": (x, y) => x * y, "/": (x, y) => (y === 0 ? NaN : x / y),
  neg: (x) => -x, abs: Math.abs, sqrt: Math.sqrt, floor: (x) => Math.floor(x) + 0, hypot, copysign, "%": modulo, remainder,
  sin: (x) => sincos(x)[0], cos: (x) => sincos(x)[1], arctan2, "unbiased sin": (x) => unbiasedSincos(x)[0],
  "unbiased cos": (x) => unbiasedSincos(x)[1], "unbiased arctan2": unbiasedArctan2, "sin'": sin, "cos'": cos,
  "atan2'": atan2, "asin'": asin, "acos'": acos, "exp'": exp, "log'": log, "tanh'": tanh, "cbrt'": cbrt, "power'": power,
  "whole'": wholePower, "fused'": fused,
  ...Object.fromEntries(Array.from({ length: 12 }, (_, k) => [`eigen${k}`, eigenPart(k)])),
};
const GUARDS: Record<string, (x: number, y: number) => boolean> = {
  "<": (x, y) => x < y, "<=": (x, y) => x <= y, "==": (x, y) => x === y,
};

/** One way through a calculation: its results where all comparisons come out as they did when it was recorded. */
class Way {
  private readonly words: ArrayLike<number>;
  private readonly numbers: ArrayLike<number>;
  private readonly results: ArrayLike<number>;
  constructor(archive: Archive, private readonly data: RecordData) {
    this.words = archive.numbers(data.words);
    this.numbers = archive.numbers(data.numbers);
    this.results = archive.numbers(data.results);
  }

  evaluate(given: ArrayLike<number>): number[] | null {
    const { words, numbers, data } = this, found: number[] = [];
    for (let at = 0; at < words.length; ) {
      const operation = data.operations[words[at]], count = words[at + 1];
      if (operation === "given") found.push(given[words[at + 2]]);
      else if (operation === "number") found.push(numbers[words[at + 2]]);
      else if (operation in GUARDS) {
        if (GUARDS[operation](found[words[at + 2]], found[words[at + 3]]) !== !!words[at + 4]) return null;
        found.push(0);
      } else {
        const arguments_: number[] = [];
        for (let k = 0; k < count; k++) arguments_.push(found[words[at + 2 + k]]);
        const value = CALLS[operation](...arguments_);
        if (Number.isNaN(value)) return null;
        found.push(value);
      }
      at += 2 + count;
    }
    return Array.from(this.results, (line) => found[line]);
  }
}

/** Results of a calculation by formulas, of which one way after another is tried. */
export class Formulas {
  private readonly ways: Way[];
  constructor(archive: Archive, ways: RecordData[]) { this.ways = ways.map((way) => new Way(archive, way)); }

  get none(): boolean { return !this.ways.length; }

  evaluate(given: ArrayLike<number>): number[] | null {
    for (const way of this.ways) {
      const found = way.evaluate(given);
      if (found) return found;
    }
    return null;
  }
}
