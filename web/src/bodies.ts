// The bodies of a picture: meshes, and where their instances are.

import { Archive, Hung, MeshData, TintData } from "./data.ts";
import { Attribute, GL, Programs, filled, pointAttributes } from "./gl.ts";
import { ON_BODY, STILL, inPhase, placed } from "./holds.ts";
import { Vector } from "./matrix.ts";
import { BODY, Layout, POINT } from "./run.ts";

const FLOATS = 36, TINT = 16, BLUR = 20, TURN = 32;
const VERTEX: Attribute[] = [["in_position", 3], ["in_normal", 3], ["in_surface", 3]];
const INSTANCE: Attribute[] = [
  ["in_model", 16], ["in_tint", 4], ["in_paint", 4], ["in_light_paint", 3], ["in_opacity", 1], ["in_dark_paint", 3],
  ["in_extent", 1], ["in_turn", 4],
];

interface Part { program: WebGLProgram; array: WebGLVertexArrayObject; first: number; count: number }

/** The matrices of what parts can hang on: the bodies of a pose, body to world, then the traced points, unturned. */
export function bodyMatrices(pose: Float64Array, layout: Layout, lift: number): Float64Array[] {
  const traced = (layout.marks - layout.points) / POINT;
  const points = Array.from({ length: traced + (layout.tensions - layout.more) / POINT }, (_, k) => {
    const p = k < traced ? layout.points + POINT * k : layout.more + POINT * (k - traced);
    return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, pose[p], pose[p + 1], pose[p + 2] + lift, 1);
  });
  const bodies = Array.from({ length: layout.bodies }, (_, k) => {
    const p = BODY * k, m = new Float64Array(16);
    for (let i = 0; i < 3; i++) {
      for (let j = 0; j < 3; j++) m[4 * j + i] = pose[p + 3 + 3 * i + j];
      m[12 + i] = pose[p + i];
    }
    m[14] += lift;
    m[15] = 1;
    return m;
  });
  return [...bodies, ...points];
}

export class Body {
  readonly mirrored: Part[] = [];
  readonly shadow: Part | null = null;
  readonly glass: Part[] = [];
  readonly ghost: Part | null = null;
  readonly outline: Part | null = null;
  readonly veil: boolean;
  private readonly rows: Float32Array<ArrayBuffer>;
  private own: Float32Array;
  private readonly instances: WebGLBuffer;
  private readonly count: number;
  private hung: Hung[];
  private readonly buffer: WebGLBuffer;
  readonly moves: boolean;
  private readonly drawn: (number: number, first?: number, count?: number) => Part;
  private readonly made: [Part[] | null, Part[] | null] = [null, null];

  constructor(private readonly gl: GL, programs: Programs, private readonly archive: Archive, readonly data: MeshData) {
    gl.bindVertexArray(null);
    const buffer = (this.buffer = filled(gl, gl.ARRAY_BUFFER, whole(archive.columns(data.vertices))));
    const triangles = archive.triangles(data.triangles);
    const indices = filled(gl, gl.ELEMENT_ARRAY_BUFFER, triangles as Uint32Array<ArrayBuffer>);
    this.own = archive.numbers(data.rows) as Float32Array;
    this.rows = new Float32Array(this.own);
    this.count = this.rows.length / FLOATS;
    this.hung = data.hung;
    this.moves = data.hung.some(({ kind, own, tension }) => kind !== STILL || own || tension !== undefined);
    this.veil = !!data.veil;
    this.instances = filled(gl, gl.ARRAY_BUFFER, this.rows, gl.DYNAMIC_DRAW);
    const drawn = (number: number, first = 0, count = triangles.length): Part => {
      const program = programs.at(number), array = gl.createVertexArray()!;
      gl.bindVertexArray(array);
      gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
      pointAttributes(gl, program, VERTEX, 36, 0);
      gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
      pointAttributes(gl, program, INSTANCE, 4 * FLOATS, 1);
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, indices);
      gl.bindVertexArray(null);
      return { program, array, first, count };
    };
    this.drawn = drawn;
    if (data.mirror) this.mirrored = this.partsBy(data.mirror);
    if (data.shadow !== undefined) this.shadow = drawn(data.shadow);
    if (data.glass) this.glass = data.glass.map((number) => drawn(number));
    if (data.ghost !== undefined) this.ghost = drawn(data.ghost);
    if (data.outline !== undefined) this.outline = drawn(data.outline);
  }

  /** Take another shape with the same triangles; null: its own. */
  shape(other: { rows: Float32Array<ArrayBuffer>; hung: Hung[]; vertices: Float32Array | null } | null): void {
    const { gl, archive, data } = this, vertices = other ? other.vertices : archive.columns(data.vertices);
    this.own = other?.rows ?? (archive.numbers(data.rows) as Float32Array);
    this.hung = other?.hung ?? data.hung;
    this.rows.set(this.own);
    gl.bindBuffer(gl.ARRAY_BUFFER, this.instances);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, this.rows);
    if (!vertices) return;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, whole(vertices));
  }

  /** The opaque parts, where `mirrors` with images of other polished bodies; compiled when first drawn. */
  opaque(mirrors: boolean): Part[] {
    const { draw, polished } = this.data, which = mirrors && polished ? 1 : 0;
    return (this.made[which] ??= draw ? this.partsBy(which && polished ? polished : draw) : []);
  }

  private partsBy(programs: Record<string, number>): Part[] {
    return this.data.parts.map(([material, first, count]) =>
      this.drawn(programs[material === null ? "" : String(material)], first, count));
  }

  /** Move the instances. world: the matrices of what parts can hang on; ropes: those of pieces; blur: simulated seconds of
   *  a picture; omega: of the body, in the lab; ownStart: the run began as the scene does; tints: of the tensions. */
  place(
    world: Float64Array[], ropes: Float64Array[][][], pose: Float64Array, moving: Map<number, Float32Array> | null,
    blur: number, omega: Vector | null, ownStart: boolean, phase: number[], spinning: number, tints: Float32Array | null,
  ): void {
    if (!this.moves) return;
    this.hung.forEach((every, k) => {
      const at = FLOATS * k, row = this.rows.subarray(at, at + FLOATS), own = this.own.subarray(at, at + FLOATS);
      const hung = inPhase(every, phase), local = hung.local ?? own;
      if (every.tension !== undefined && tints) row.set(tints.subarray(3 * every.tension, 3 * every.tension + 3), TINT);
      const model = every.own && !ownStart ? null : placed(hung, local, world, ropes) ?? moving?.get(this.data.index[k]);
      if (!model) row.fill(0, 0, 16);
      else row.set(model, 0);
      if (!model || hung.kind !== ON_BODY || hung.body! >= spinning) return;
      const body = world[hung.body!], spin = Math.abs(pose[BODY * hung.body! + 12]);
      if (own[BLUR] > 0) row[BLUR] = (spin * blur) / (2 * Math.PI);
      if (omega && (own[TURN] || own[TURN + 1] || own[TURN + 2]))
        for (let j = 0; j < 3; j++)
          row[TURN + j] = blur * (omega[0] * body[4 * j] + omega[1] * body[4 * j + 1] + omega[2] * body[4 * j + 2]);
    });
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, this.instances);
    this.gl.bufferSubData(this.gl.ARRAY_BUFFER, 0, this.rows);
  }

  draw({ program, array, first, count }: Part): void {
    const { gl } = this;
    gl.useProgram(program);
    gl.bindVertexArray(array);
    gl.drawElementsInstanced(gl.TRIANGLES, count, gl.UNSIGNED_INT, 4 * first, this.count);
  }

  /** The place of the first instance. */
  get place0(): Vector { return [this.rows[12], this.rows[13], this.rows[14]]; }
}

/** Vertices whose materials are whole numbers. */
function whole(vertices: Float32Array): Float32Array<ArrayBuffer> {
  for (let k = 8; k < vertices.length; k += 9) vertices[k] = Math.round(vertices[k]);
  return vertices as Float32Array<ArrayBuffer>;
}

/** The tints of so many tensions that begin at `first` in a pose. */
export function tintsOf({ tensions, tints }: TintData, pose: Float64Array, first: number): Float32Array {
  const found = new Float32Array(3 * (pose.length - first));
  for (let k = 0; first + k < pose.length; k++) {
    const pull = Math.min(Math.max(pose[first + k], tensions[0]), tensions[tensions.length - 1]);
    const above = Math.max(tensions.findIndex((tension) => pull <= tension), 1);
    const part = (pull - tensions[above - 1]) / (tensions[above] - tensions[above - 1]);
    for (let c = 0; c < 3; c++) found[3 * k + c] = tints[above - 1][c] + part * (tints[above][c] - tints[above - 1][c]);
  }
  return found;
}
