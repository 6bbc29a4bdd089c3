// A second run with the numbers and the method of a moment, which goes along with the run in the picture and in graphs.

import { LiveRun } from "./live.ts";
import type { Adjustable } from "./live.ts";
import type { Page } from "./page.ts";

export class Ghost {
  readonly run: LiveRun;
  /** The numbers that it was kept with, and its method. */
  readonly numbers: Adjustable[];
  private readonly shaped: string;

  constructor(page: Page) {
    const live = page.live!;
    this.run = new LiveRun(page.archive, page.data.motion, page.layout);
    this.run.start.set(live.start);
    this.run.p.set(live.p);
    this.run.s.set(live.s);
    this.run.use(live.method.name);
    this.run.setStep(live.dt);
    this.run.reset();
    this.shaped = String(live.shaped);
    this.numbers = [...live.parameters(), ...live.initial()];
  }

  /** Whether its bodies look like those of a run: others are not drawn as a ghost. */
  looksLike(run: LiveRun): boolean { return String(run.shaped) === this.shaped; }

  /** The numbers in which it differs from others, with its own values. */
  unlike(others: Adjustable[]): Adjustable[] {
    return this.numbers.filter((each) => others.find(({ name }) => name === each.name)?.value !== each.value);
  }
}
