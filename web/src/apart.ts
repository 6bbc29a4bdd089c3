// Names beside their places in the picture, kept apart from one another.

const REACH = 0.85, REACHES = [1, 1.8], GAP = 1;
/** Directions to try, from that of the arrow on: cosines and sines. */
const TURNS = [0, 45, -45, 90, -90, 135, -135, 180].map((angle) => [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)]);

type Box = [number, number, number, number];

export class NamesApart {
  private taken: Box[] = [];
  /** Where each name stood in the last picture, so that it stays there as long as that is free. */
  private readonly chosen: number[] = [];

  begin(): void { this.taken = []; }

  /**
   * Return the left and upper edge of the name number k, of this size, which stands beyond a place in a direction.
   * kept: shifts a left edge so that the name is seen whole.
   */
  put(k: number, [x, y]: number[], [dx, dy]: number[], wide: number, high: number, kept: (left: number) => number): number[] {
    const count = REACHES.length * TURNS.length, last = this.chosen[k] ?? 0;
    const at = (choice: number): Box => {
      const [c, s] = TURNS[choice % TURNS.length], reach = REACH * REACHES[Math.floor(choice / TURNS.length)];
      const left = kept(x + (reach * (c * dx - s * dy) - 0.5) * wide), top = y + (reach * (s * dx + c * dy) - 0.5) * high;
      return [left, top, left + wide, top + high];
    };
    const free = ([left, top, right, bottom]: Box) =>
      this.taken.every((other) => right + GAP <= other[0] || other[2] + GAP <= left || bottom + GAP <= other[1] || other[3] + GAP <= top);
    let choice = [last, ...Array(count).keys()].find((each) => free(at(each)));
    if (choice === undefined) choice = 0;
    this.chosen[k] = choice;
    const box = at(choice);
    this.taken.push(box);
    return box;
  }
}

/** For tests: the boxes of names in pictures, each name given by place, direction, width and height. */
export function placedNames(pictures: [number[], number[], number, number][][]): number[][][] {
  const names = new NamesApart();
  return pictures.map((picture) => {
    names.begin();
    return picture.map(([place, way, wide, high], k) => names.put(k, place, way, wide, high, (left) => left));
  });
}
