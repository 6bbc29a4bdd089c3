// The camera: an orbit about a pivot that may follow a body, or the track of the recorded camera until one is moved.
// Numbers as in game/camera/camera.py.

import { Vector, dot, multiplied, inverted } from "./matrix.ts";

const FIELD_OF_VIEW = (32 * Math.PI) / 180, MAX_ELEVATION = (89 * Math.PI) / 180;
const TURN = (0.35 * Math.PI) / 180, NEAR = 0.02, FAR = 400, AWAY = 8, CLEARANCE = 0.05;
const ASPECT = 16 / 9, SLACK = 1.1, DEGREE = Math.PI / 180;

export interface View {
  eye: Vector; both: Float64Array; inverse: Float64Array; far: number; axes: [Vector, Vector, Vector]; up: number;
}

export class Camera {
  touched = false;
  /** How often it has been moved by hand. */
  moves = 0;
  azimuth = 0;
  elevation = 0;
  arm = 1;
  pivot: Vector = [0, 0, 0];
  /** Left, top, right and bottom edge of the part of the window that no panel covers, in its widths and heights. */
  free = [0, 0, 1, 1];
  private followed: Vector | null = null;
  /** The size of what is seen, in that of the scene. */
  private scale = 1;

  constructor(
    private readonly first: number[], readonly mode: string, private radius: number,
    private readonly track: { numbers: Float32Array; times: Float64Array } | null,
  ) { this.home(); }

  home(): void {
    if (this.touched) this.moves++;
    this.touched = false;
    this.place(this.first, 0);
    this.followed = null;
  }

  private place(numbers: ArrayLike<number>, at: number): void {
    [this.azimuth, this.elevation, this.arm] = [numbers[at], numbers[at + 1], this.scale * numbers[at + 2]];
    this.pivot = [numbers[at + 3], numbers[at + 4], this.scale * numbers[at + 5]];
  }

  /** Stand back from what has grown to a radius, or go nearer to what has shrunk. */
  size(radius: number): void {
    const by = radius / this.radius;
    this.radius = radius;
    this.scale *= by;
    this.arm *= by;
    this.pivot[2] *= by;
  }

  /** The pose as on the command line of the program; placed: with the point that it looks at. */
  told(placed: boolean): string {
    const text = (value: number, digits: number) => String(Number(value.toFixed(digits)));
    const parts = [`azimuth=${text(this.azimuth / DEGREE, 2)}`, `elevation=${text(this.elevation / DEGREE, 2)}`, `distance=${Number(this.arm.toPrecision(5))}`];
    const digits = Math.min(Math.max(4 - Math.floor(Math.log10(this.arm)), 0), 12);
    if (placed) parts.push(`target=${this.pivot.map((value) => text(value, digits)).join(":")}`);
    return parts.join();
  }

  /** Take a pose, as it is told; what it leaves out is as at the start. Return whether all of it was understood. */
  take(told: string): boolean {
    const said = new Map(told.split(",").map((each) => each.split("=") as [string, string]));
    const [azimuth, elevation, distance] = ["azimuth", "elevation", "distance"].map((name) => Number(said.get(name) ?? NaN));
    const target = said.get("target")?.split(":").map(Number) ?? this.pivot;
    if (Number.isFinite(azimuth)) this.azimuth = azimuth * DEGREE;
    if (Number.isFinite(elevation)) this.elevation = elevation * DEGREE;
    if (distance > 0) this.arm = distance;
    const whole = target.length === 3 && target.every(Number.isFinite);
    if (whole) this.pivot = target as Vector;
    this.touch();
    this.elevation = Math.min(Math.max(this.elevation, -MAX_ELEVATION), MAX_ELEVATION);
    this.keepAboveFloor();
    return whole && [...said.keys()].every((name) => ["azimuth", "elevation", "distance", "target"].includes(name));
  }

  /** Stand where a step of a lesson says, with numbers as those of the start. */
  stand(numbers: number[]): void {
    this.place(numbers, 0);
    this.touch();
    this.keepAboveFloor();
  }

  private touch(): void {
    this.touched = true;
    this.moves++;
  }

  /** Follow a point, or the recorded track at a time. */
  follow(middle: Vector | null, time: number): void {
    if (!this.touched && this.track) {
      const { times, numbers } = this.track;
      let row = 0;
      while (row + 1 < times.length && times[row + 1] <= time) row++;
      this.place(numbers, 6 * row);
    } else if (middle && this.followed && this.mode !== "orbit") {
      for (let k = 0; k < 3; k++) this.pivot[k] += middle[k] - this.followed[k];
      this.pivot[2] = Math.max(this.pivot[2], 0);
    }
    this.followed = middle;
  }

  orbit(dx: number, dy: number): void {
    this.touch();
    this.azimuth -= TURN * dx;
    this.elevation = Math.min(Math.max(this.elevation + TURN * dy, -MAX_ELEVATION), MAX_ELEVATION);
    this.keepAboveFloor();
  }

  zoom(factor: number): void {
    this.touch();
    this.arm = Math.min(Math.max(this.arm / factor, 0.4 * this.radius), 60 * this.radius);
    this.keepAboveFloor();
  }

  pan(dx: number, dy: number, height: number): void {
    this.touch();
    const [right, up] = this.axes(), step = (2 * this.arm * Math.tan(FIELD_OF_VIEW / 2)) / height;
    for (let k = 0; k < 3; k++) this.pivot[k] += (dy * up[k] - dx * right[k]) * step;
    this.pivot[2] = Math.max(this.pivot[2], 0);
    this.keepAboveFloor();
  }

  private keepAboveFloor(): void {
    const rise = CLEARANCE * this.radius - this.pivot[2];
    if (Math.sin(this.elevation) * this.arm < rise)
      this.elevation = Math.asin(Math.min(Math.max(rise / this.arm, -1), 1));
  }

  private axes(): [Vector, Vector, Vector] {
    const ca = Math.cos(this.azimuth), sa = Math.sin(this.azimuth);
    const ce = Math.cos(this.elevation), se = Math.sin(this.elevation);
    return [[-sa, ca, 0], [-se * ca, -se * sa, ce], [ce * ca, ce * sa, se]];
  }

  view(aspect: number): View {
    const [right, up, back] = this.axes();
    const arm = this.arm * Math.max(1, Math.min(ASPECT, 1.35) / aspect);
    const eye = this.pivot.map((x, k) => x + arm * back[k]) as Vector;
    eye[2] = Math.max(eye[2], CLEARANCE * this.radius);
    const look = [0, 1, 2].flatMap((k) => [right[k], up[k], back[k], 0])
      .concat([-dot(eye, right), -dot(eye, up), -dot(eye, back), 1]);
    const exact = Math.max(NEAR * this.radius, 0.1 * Math.min(eye[2], arm - this.radius));
    const near = 2 ** (0.5 * Math.floor(2 * Math.log2(exact) + 1e-9));
    const far = (FAR + AWAY * Math.ceil(arm / (AWAY * this.radius))) * this.radius;
    const scale = 1 / Math.tan(FIELD_OF_VIEW / 2);
    const projection = [scale / aspect, 0, 0, 0, 0, scale, 0, 0, 0, 0, (far + near) / (near - far), -1, 0, 0,
      (2 * far * near) / (near - far), 0];
    const [left, top, rightmost, bottom] = this.free;
    const wide = (rightmost - left) * Math.max(aspect, 1), high = (bottom - top) * Math.max(1, 1 / aspect);
    const size = Math.min(1, SLACK * wide, SLACK * high);
    const fitted = [size, 0, 0, 0, 0, size, 0, 0, 0, 0, 1, 0, left + rightmost - 1, 1 - top - bottom, 0, 1];
    const both = multiplied(multiplied(fitted, projection), look);
    return { eye, both, inverse: inverted(both), far, axes: [right, up, back], up: scale * size };
  }
}
