// The explanation of the scene, and things to try with it.

import { ExplainedData, TrialData } from "./data.ts";
import type { Page } from "./page.ts";
import { parsed } from "./quantity.ts";
import { made, section } from "./ui.ts";
import { language, tr } from "./words.ts";

/** Return the explanation in the language in use, or else in English. */
export function explained(page: Page): ExplainedData | undefined {
  return page.data.explained[language] ?? page.data.explained.en;
}

export function explain(page: Page, into: HTMLElement): void {
  const found = explained(page);
  made("p", into, tr(page.data.note));
  if (!found) return;
  const parts: [string, string][] = [[tr("What you see"), found.see], [tr("Equations"), found.equations], [tr("Source"), found.source]];
  for (const [title, text] of parts) if (text) section(into, title).innerHTML = text;
  // A long equation is moved sideways, by keys as well.
  const seen = new ResizeObserver((all) => {
    for (const { target } of all) (target as HTMLElement).tabIndex = target.scrollWidth > target.clientWidth || !target.clientWidth ? 0 : -1;
  });
  for (const each of into.querySelectorAll<HTMLElement>(".equation")) {
    each.tabIndex = 0;
    seen.observe(each);
  }
}

export class Trials {
  private readonly tried = new Set<number>();

  constructor(private readonly page: Page, private readonly counted: (title: string) => void) {}

  get list(): TrialData[] { return explained(this.page)?.trials ?? []; }

  /** The title of the tab, with how many were tried. */
  get title(): string { return tr("Try it") + (this.tried.size ? ` · ${this.tried.size}/${this.list.length}` : ""); }

  fill(into: HTMLElement): void {
    this.list.forEach((trial, k) => {
      const box = made("div", into, "", "trial keep"), begin = made("button", box, "", "wide");
      begin.innerHTML = trial.title;
      begin.id = `trial-${k}`;
      const here = isHere(this.page, trial);
      begin.disabled = !here;
      if (!here) made("p", box, tr("This one needs the program."), "small dim");
      begin.onclick = () => this.begin(trial, k);
      const after = made("details", box);
      after.id = `after-${k}`;
      made("summary", after, tr("What happens"));
      made("p", after).innerHTML = trial.note;
    });
  }

  /** Set the scene with the changes of one alone, and run. */
  async begin(trial: TrialData, k: number): Promise<void> {
    const { page } = this;
    this.tried.add(k);
    this.counted(this.title);
    await page.address.set(new Map(Object.entries(trial.set!)), false);
    for (const name of trial.show) if (!page.overlays[name]) page.toggle(name);
    if (trial.watch.length) {
      page.graph.choose(trial.watch);
      page.graph.open(true);
    }
    page.play(true);
  }
}

/** Whether the page can set all that a thing to try changes. */
export function isHere({ live, data: { motion, units } }: Page, { set }: TrialData): boolean {
  if (!set || !live) return false;
  const known = new Map([...live.parameters(), ...live.initial()].map((each) => [each.name, each]));
  return Object.entries(set).every(([name, text]) => {
    if (name === "integrator") return motion.methods.some((each) => each.name === text);
    if (name === "speed") return true;
    if (name === "dt") {
      const seconds = parsed(text, "s", units), [low, high] = motion.bounds;
      return seconds !== null && low <= seconds && seconds <= high;
    }
    const found = known.get(name), value = found ? parsed(text, found.unit, units) : null;
    if (value === null || !(found!.low <= value && value <= found!.high)) return false;
    return found!.way === "typed" || found!.stops.includes(value);
  });
}
