// What the picture needs of a motion, whether it is computed here or played.

export const BODY = 13, ARROW = 6, POINT = 3;

/** Where the numbers of a pose lie: bodies, arrows, traced points, points traced on bodies, further points, tensions. */
export class Layout {
  readonly arrows: number;
  readonly points: number;
  readonly marks: number;
  readonly more: number;
  readonly tensions: number;
  readonly size: number;
  constructor(readonly bodies: number, arrows: number, points: number, marks: number, more: number, tensions: number) {
    this.arrows = BODY * bodies;
    this.points = this.arrows + ARROW * arrows;
    this.marks = this.points + POINT * points;
    this.more = this.marks + POINT * marks;
    this.tensions = this.more + POINT * more;
    this.size = this.tensions + tensions;
  }
}

export interface Run {
  /** Numbers in the order of `System.pose`. */
  readonly pose: Float64Array;
  /** The invariants now, and those that drifts are counted from. */
  readonly values: Numbers;
  readonly begin: Numbers;
  readonly scales: Numbers;
  readonly time: number;
  readonly first: number;
  readonly last: number;
  readonly ended: boolean;
  /** Matrices of instances that hang in no simple way, by their numbers. */
  readonly moving: Map<number, Float32Array> | null;
  /** The discrete variables. */
  readonly phase: number[];
  /** Let so many simulated seconds pass. */
  advance(seconds: number): void;
  seek(time: number): void;
  reset(): void;
  /** Call `lay` with the poses of the last `life` seconds, the oldest first. */
  past(life: number, lay: (time: number, pose: Float64Array) => void): void;
}

type Numbers = ArrayLike<number>;
