// A second run with the numbers and the method of a moment, which goes along with the run in the picture and in graphs.

import { LiveRun } from "./live.ts";
import type { Adjustable } from "./live.ts";
import type { Page } from "./page.ts";

export class Ghost {
  readonly run: LiveRun;
  /** The numbers that it was kept with, and its method. */
  readonly numbers: Adjustable[];

  constructor(page: Page) {
    const live = page.live!;
    this.run = new LiveRun(page.archive, page.data.motion, page.layout);
    this.run.start.set(live.start);
    this.run.p.set(live.p);
    this.run.s.set(live.s);
    this.run.use(live.method.name);
    this.run.setStep(live.dt);
    this.run.reset();
    this.numbers = [...live.parameters(), ...live.initial()];
  }

  /** The numbers in which it differs from others, with its own values. */
  unlike(others: Adjustable[]): Adjustable[] {
    return this.numbers.filter((each) => others.find(({ name }) => name === each.name)?.value !== each.value);
  }
}
