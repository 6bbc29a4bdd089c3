// How the page is arranged: by the size of its window.

/** wide: a panel beside the picture. small: a panel over the picture, on demand, as in frames of other pages.
 * tall and phone: the picture above, the panel below it. */
export type Arrangement = "wide" | "small" | "tall" | "phone";
export interface Box { left: number; top: number; right: number; bottom: number; width: number; height: number }

const WIDE = 1000, LEAST_HEIGHT = 480, PHONE = 600, LEAST = 0.3;

export function arrangement(width: number, height: number): Arrangement {
  if (width >= WIDE && height >= LEAST_HEIGHT) return "wide";
  if (height > width && height >= LEAST_HEIGHT) return width < PHONE ? "phone" : "tall";
  return "small";
}

/** Whether there is no room for a graph below the picture, as on a phone that lies: it then stands in the panel's place. */
export function low(how: Arrangement, height: number): boolean { return how === "small" && height < LEAST_HEIGHT; }

/** Whether the panel stands below the picture, where it is always open. */
export function below(how: Arrangement): boolean { return how === "tall" || how === "phone"; }

/** Where a word of this length begins so that all of it is seen, of a line of this length in which its place is. */
export function seenWhole(begin: number, length: number, place: number, line: number): number {
  return place < 0 || place > line ? begin : Math.max(Math.min(begin, line - length), 0);
}

/** Return left, top, right and bottom edge of the part of the picture that nothing covers, in its widths and heights:
 * left of the first of these boxes, which is the panel's where it is open, above the others, below the head. */
export function freePart(picture: Box, panel: Box | null, head: number, lower: Box[]): number[] {
  const right = panel ? Math.max((panel.left - picture.left) / picture.width, LEAST) : 1;
  const bottoms = lower.filter(({ height }) => height > 0).map(({ top }) => (top - picture.top) / picture.height);
  const bottom = Math.max(Math.min(1, ...bottoms), LEAST);
  return [0, Math.min(Math.max((head - picture.top) / picture.height, 0), bottom / 2), Math.min(right, 1), bottom];
}
