// The lesson of a scene: the steps of a teacher, each with a text, a change of the scene, a view, and a question.

import { StepData } from "./data.ts";
import { isHere } from "./explain.ts";
import type { Page } from "./page.ts";
import { made } from "./ui.ts";
import { tr } from "./words.ts";

export class Lesson {
  private at = -1;
  /** What the steps so far have shown, which goes with the next one. */
  private lit: StepData["show"] = [];

  constructor(private readonly page: Page) {}

  get steps(): StepData[] { return this.page.data.lesson; }

  fill(into: HTMLElement): void {
    this.steps.forEach((step, k) => {
      const box = made("div", into, "", "step keep");
      box.id = `step-${k}`;
      made("div", box).innerHTML = step.text;
      if (step.begins) this.button(box, step, k);
      if (step.question) made("div", box, "", "question").innerHTML = step.question;
      if (!step.answer) return;
      const after = made("details", box);
      after.id = `answer-${k}`;
      made("summary", after, tr("Answer"));
      made("div", after).innerHTML = step.answer;
    });
    this.mark();
  }

  private button(box: HTMLElement, step: StepData, k: number): void {
    const begin = made("button", box, tr("Show this step"), "wide");
    begin.id = `begin-${k}`;
    begin.disabled = !this.canShow(step);
    if (begin.disabled) made("p", box, tr("This one needs the program."), "small dim");
    begin.onclick = () => this.show(k);
  }

  /** Whether the page can show a step: a recording has no other values, but other views. */
  private canShow(step: StepData): boolean {
    const { live } = this.page, unchanged = step.set !== null && !Object.keys(step.set).length;
    return live ? isHere(this.page, step) : unchanged;
  }

  /** Go to the next step (1), or first show the answer to its question, or back (-1), as by Page Down in the program. */
  turn(sign: number): void {
    const { at, steps } = this, answer = document.getElementById(`answer-${at}`) as HTMLDetailsElement | null;
    this.page.panel.show("lesson");
    if (sign > 0 && answer && !answer.open) {
      answer.open = true;
      answer.scrollIntoView({ block: "nearest" });
      return;
    }
    const next = Math.min(Math.max(at + sign, 0), steps.length - 1);
    if (next === at) return;
    // A step that changes nothing goes on with what there is; on the way back all is again as it has it.
    if ((steps[next].begins || sign < 0) && this.canShow(steps[next])) this.show(next);
    else this.at = next;
    this.mark();
    document.getElementById(`step-${next}`)!.scrollIntoView({ block: "nearest" });
  }

  /** Set the scene as a step has it, from its start, and run. */
  async show(k: number): Promise<void> {
    const { page } = this, step = this.steps[k];
    this.at = k;
    this.mark();
    if (page.live) await page.address.set(new Map(Object.entries(step.set!)), false);
    else page.reset();
    for (const name of this.lit) if (page.overlays[name] && !step.show.includes(name)) page.toggle(name);
    const fresh = step.show.filter((name) => !page.overlays[name]);
    this.lit = [...this.lit.filter((name) => step.show.includes(name)), ...fresh];
    for (const name of fresh) page.toggle(name);
    if (step.view) page.camera.stand(step.view);
    else page.camera.home();
    page.lookAgain();
    page.play(true);
  }

  private mark(): void {
    this.steps.forEach((_, k) => document.getElementById(`step-${k}`)?.toggleAttribute("data-now", k === this.at));
  }
}
