// The picture at other values of parameters that change it (game/export/shaped_parameters.py).

import type { Archive, PictureData } from "./data.ts";
import type { Body } from "./bodies.ts";

/** The parts of values at nodes in their polynomial at x. */
export function weights(nodes: number[], x: number): number[] {
  return nodes.map((own, k) => nodes.reduce((part, other, j) => (j === k ? part : part * ((x - other) / (own - other))), 1));
}

/** Numbers of several JSON values that differ in numbers alone, in these parts. */
export function mixed<T>(every: T[], parts: number[]): T {
  const [first] = every;
  if (typeof first === "number")
    return every.every((each) => each === first) ? first : parts.reduce((sum, part, k) => sum + part * (every[k] as number), 0) as T;
  if (typeof first !== "object" || !first) return first;
  if (Array.isArray(first)) return first.map((_, j) => mixed(every.map((each) => (each as unknown[])[j]), parts)) as T;
  return Object.fromEntries(Object.keys(first).map((name) => [name, mixed(every.map((each) => each[name as keyof T]), parts)])) as T;
}

/** Several rows, one after another in an array, in these parts. */
function mixedRows(every: Float32Array, parts: number[]): Float32Array<ArrayBuffer> {
  const size = every.length / parts.length, found = new Float32Array(size);
  for (let i = 0; i < size; i++) {
    let sum = 0;
    for (let k = 0; k < parts.length; k++) sum += parts[k] * every[k * size + i];
    found[i] = sum;
  }
  return found;
}

export class Shapes {
  private readonly own: Partial<PictureData>;
  private name: string | null = null;
  private value = NaN;

  constructor(private readonly archive: Archive, private readonly picture: PictureData, private readonly bodies: Body[]) {
    this.own = { ...picture };
  }

  /** Whether the picture is that of another value. */
  get changed(): boolean { return this.name !== null; }

  /** Draw the picture of a value of a parameter; null: that of the scene. */
  show(shaped: [string, number] | null): void {
    const [name, value] = shaped ?? [null, NaN];
    if (name === this.name && (name === null || value === this.value)) return;
    const { archive, picture } = this, before = this.name;
    [this.name, this.value] = [name, value];
    if (before !== null && before !== name) {
      Object.assign(picture, this.own);
      for (const { mesh } of picture.shapes[before].bodies) this.bodies[mesh].shape(null);
    }
    if (name === null) return;
    const { nodes, bodies, whole } = picture.shapes[name], parts = weights(nodes, value);
    Object.assign(picture, mixed(whole, parts));
    for (const { mesh, rows, hung, vertices } of bodies)
      this.bodies[mesh].shape({
        rows: mixedRows(archive.numbers(rows) as Float32Array, parts), hung: mixed(hung, parts),
        vertices: vertices ? mixedRows(archive.columns(vertices), parts) : null,
      });
  }
}
