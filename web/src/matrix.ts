// Matrices of 16 numbers, column by column, as in OpenGL.

export type Numbers = ArrayLike<number>;
export type Vector = [number, number, number];

/** The matrices of upright axes that face the eye (game/export/overlay_parts.py), and of each body's. */
export function facingMatrices(eye: Vector, middle: Vector, bodies: Float64Array[]): Float64Array[] {
  const [x, y] = minus(middle, eye), far = Math.max(Math.hypot(x, y), 1e-12);
  const upright: Vector[] = [[y / far, -x / far, 0], [x / far, y / far, 0], [0, 0, 1]];
  const placed = (rows: Vector[], at: Vector) => Float64Array.of(...rows.flatMap((row) => [...row, 0]), ...at, 1);
  const turned = placed(upright, [0, 0, 0]);
  return [placed(upright, middle), ...bodies.map((body) => multiplied(body, turned))];
}

export function multiplied(a: Numbers, b: Numbers): Float64Array {
  const out = new Float64Array(16);
  for (let i = 0; i < 4; i++)
    for (let j = 0; j < 4; j++)
      for (let k = 0; k < 4; k++) out[4 * i + j] += b[4 * i + k] * a[4 * k + j];
  return out;
}

export function inverted(m: Numbers): Float64Array {
  const rows = Array.from({ length: 4 }, (_, r) =>
    [0, 1, 2, 3].map((c) => m[4 * c + r]).concat([0, 1, 2, 3].map((c) => +(c === r))));
  for (let c = 0; c < 4; c++) {
    let best = c;
    for (let r = c; r < 4; r++) if (Math.abs(rows[r][c]) > Math.abs(rows[best][c])) best = r;
    [rows[c], rows[best]] = [rows[best], rows[c]];
    const pivot = rows[c][c];
    rows[c] = rows[c].map((x) => x / pivot);
    for (let r = 0; r < 4; r++) {
      if (r === c) continue;
      const factor = rows[r][c];
      rows[r] = rows[r].map((x, k) => x - factor * rows[c][k]);
    }
  }
  const out = new Float64Array(16);
  for (let r = 0; r < 4; r++) for (let c = 0; c < 4; c++) out[4 * c + r] = rows[r][4 + c];
  return out;
}

export function moved(m: Numbers, x: number, y: number, z: number): Vector {
  return [
    m[0] * x + m[4] * y + m[8] * z + m[12], m[1] * x + m[5] * y + m[9] * z + m[13],
    m[2] * x + m[6] * y + m[10] * z + m[14],
  ];
}

export const dot = (a: Numbers, b: Numbers): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Numbers, b: Numbers): Vector => [
  a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0],
];
export const minus = (a: Numbers, b: Numbers): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const length = (a: Numbers): number => Math.hypot(a[0], a[1], a[2]);
export function unit(a: Numbers): Vector {
  const size = length(a) || 1;
  return [a[0] / size, a[1] / size, a[2] / size];
}

/** The rotation of a quaternion w, x, y, z of any length, row by row. */
export function rotation(w: number, x: number, y: number, z: number): number[] {
  const s = 2 / (w * w + x * x + y * y + z * z || 1);
  return [
    1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y),
    s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x),
    s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y),
  ];
}
