// Lines and arrows over the picture, as game/render/overlay/lines.py makes them.

import { GL, Programs } from "./gl.ts";
import { Numbers, Vector, length, minus } from "./matrix.ts";

const ROW = 8, FADES = 0.6, THIN = 0.2;

/** Rows of lines, x y z, half the width, r g b a, with the pen lifted between them. */
export class Rows {
  private numbers = new Float32Array(ROW * 1024);
  count = 0;

  clear(): void {
    this.count = 0;
    this.lift();
  }

  add(x: number, y: number, z: number, half: number, color: Numbers, opacity: number): void {
    if (ROW * (this.count + 2) > this.numbers.length) {
      const more = new Float32Array(2 * this.numbers.length);
      more.set(this.numbers);
      this.numbers = more;
    }
    const at = ROW * this.count++, n = this.numbers;
    n[at] = x; n[at + 1] = y; n[at + 2] = z; n[at + 3] = half;
    n[at + 4] = color[0]; n[at + 5] = color[1]; n[at + 6] = color[2]; n[at + 7] = opacity;
  }

  lift(): void { this.add(NaN, NaN, NaN, NaN, [0, 0, 0], 0); }

  get data(): Float32Array { return this.numbers.subarray(0, ROW * this.count); }
}

/** A path that fades: points with times, in a ring. */
export class Path {
  private readonly numbers: Float64Array;
  private count = 0;

  constructor(private readonly room = 3000) { this.numbers = new Float64Array(4 * room); }

  add(point: Numbers, at: number, time: number): void {
    const k = 4 * (this.count++ % this.room);
    for (let i = 0; i < 3; i++) this.numbers[k + i] = point[at + i];
    this.numbers[k + 3] = time;
  }

  clear(): void { this.count = 0; }

  /** The time since the last so many metres of it began; infinite where it is shorter. */
  private age(now: number, reach: number): number {
    const { numbers: n, room } = this;
    for (let k = this.count - 1, back = 0; k > Math.max(this.count - room, 0); k--) {
      const at = 4 * (k % room), before = 4 * ((k - 1) % room);
      back += length([n[at] - n[before], n[at + 1] - n[before + 1], n[at + 2] - n[before + 2]]);
      if (back >= reach) return now - n[before + 3];
    }
    return Infinity;
  }

  /** Write the rows of what is younger than `lasts` [s] at a time and within the last `reach` [m]; `place` takes a point
   *  to the world. */
  write(rows: Rows, now: number, lasts: number, reach: number | null, width: number, color: Numbers, grain: number,
    place: (x: number, y: number, z: number) => Vector): void {
    rows.lift();
    const life = reach === null ? lasts : Math.min(lasts, this.age(now, reach));
    let last: Vector | null = null;
    const first = Math.max(this.count - this.room, 0);
    for (let k = first; k < this.count; k++) {
      const at = 4 * (k % this.room), n = this.numbers;
      const fresh = Math.min(Math.max(1 - (now - n[at + 3]) / Math.max(life, 1e-9), 0), 1);
      if (fresh <= 0) continue;
      const point = place(n[at], n[at + 1], n[at + 2]);
      if (last && k + 1 < this.count && length(minus(point, last)) < grain) continue;
      last = point;
      const ramp = Math.min(fresh / FADES, 1);
      rows.add(...point, 0.5 * width * (THIN + (1 - THIN) * Math.sqrt(fresh)), color, ramp * ramp * (3 - 2 * ramp));
    }
    rows.lift();
  }
}

type Field = [name: string, count: number, offset: number];
const STRETCH: Field[] = [
  ["in_a", 4, 0], ["in_b", 4, 32], ["in_c", 4, 64], ["in_d", 4, 96], ["in_color_b", 4, 48], ["in_color_c", 4, 80],
];
const ARROW: Field[] = [["in_tail", 4, 0], ["in_tip", 3, 16], ["in_color", 4, 28], ["in_head", 1, 44]];

/** Quads on the screen, one for each instance of a buffer. */
export class Quads {
  private readonly array: WebGLVertexArrayObject;
  private readonly buffer: WebGLBuffer;
  private readonly program: WebGLProgram;
  private readonly canvas: WebGLUniformLocation | null;

  constructor(private readonly gl: GL, programs: Programs, number: number, fields: Field[], stride: number) {
    this.program = programs.at(number);
    this.array = gl.createVertexArray()!;
    this.buffer = gl.createBuffer()!;
    gl.bindVertexArray(this.array);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    for (const [name, count, offset] of fields) {
      const at = gl.getAttribLocation(this.program, name);
      if (at < 0) continue;
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, count, gl.FLOAT, false, stride, offset);
      gl.vertexAttribDivisor(at, 1);
    }
    gl.bindVertexArray(null);
    this.canvas = gl.getUniformLocation(this.program, "canvas");
  }

  static lines(gl: GL, programs: Programs, number: number): Quads {
    return new Quads(gl, programs, number, STRETCH, 4 * ROW);
  }
  static tubes(gl: GL, programs: Programs, number: number): Quads {
    return new Quads(gl, programs, number, STRETCH, 16 * ROW);
  }
  static arrows(gl: GL, programs: Programs, number: number): Quads {
    return new Quads(gl, programs, number, ARROW, 48);
  }

  draw(data: Float32Array, count: number, size: [number, number]): void {
    if (count < 1) return;
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
    gl.useProgram(this.program);
    gl.uniform4f(this.canvas, size[0], size[1], 1 / size[0], 1 / size[1]);
    gl.bindVertexArray(this.array);
    gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count);
  }
}

/** Round dots of constant size on the screen. */
export class Dots {
  private readonly array: WebGLVertexArrayObject;
  private readonly places: WebGLBuffer;
  private readonly colors: WebGLBuffer;
  private readonly program: WebGLProgram;
  private readonly size: WebGLUniformLocation | null;

  constructor(private readonly gl: GL, programs: Programs, number: number) {
    this.program = programs.at(number);
    this.array = gl.createVertexArray()!;
    [this.places, this.colors] = [gl.createBuffer()!, gl.createBuffer()!];
    gl.bindVertexArray(this.array);
    const fields = [["in_position", this.places, 3, gl.FLOAT], ["in_color", this.colors, 4, gl.UNSIGNED_BYTE]] as const;
    for (const [name, buffer, count, kind] of fields) {
      const at = gl.getAttribLocation(this.program, name);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.enableVertexAttribArray(at);
      gl.vertexAttribPointer(at, count, kind, kind === gl.UNSIGNED_BYTE, 0, 0);
    }
    gl.bindVertexArray(null);
    this.size = gl.getUniformLocation(this.program, "size");
  }

  /** Draw dots at x y z of this diameter [pixels]; four bytes of colour for each. */
  draw(places: Float32Array, colors: Uint8Array, size: number): void {
    const { gl } = this;
    for (const [buffer, data] of [[this.places, places], [this.colors, colors]] as const) {
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.DYNAMIC_DRAW);
    }
    gl.useProgram(this.program);
    gl.uniform1f(this.size, size);
    gl.bindVertexArray(this.array);
    gl.drawArrays(gl.POINTS, 0, places.length / 3);
  }
}

/** The stretches of tubes, each with its neighbours, from the farthest to the nearest: they are drawn without depth. */
export function sortedStretches(rows: Float32Array, back: Vector): Float32Array {
  const count = rows.length / ROW, found: [number, number][] = [];
  for (let k = 1; k + 2 < count; k++) {
    const b = ROW * k, c = b + ROW;
    if (Number.isNaN(rows[b]) || Number.isNaN(rows[c])) continue;
    const depth = 0.5 * (back[0] * (rows[b] + rows[c]) + back[1] * (rows[b + 1] + rows[c + 1]) + back[2] * (rows[b + 2] + rows[c + 2]));
    found.push([depth + 2 * rows[b + 3], k]);
  }
  found.sort((a, b) => a[0] - b[0]);
  const out = new Float32Array(4 * ROW * found.length);
  found.forEach(([, k], i) => out.set(rows.subarray(ROW * (k - 1), ROW * (k + 3)), 4 * ROW * i));
  return out;
}
