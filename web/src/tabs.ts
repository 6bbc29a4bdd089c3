// Tabs, by pointer and by keys, as readers of screens know them.

import { made } from "./ui.ts";

export interface Tab { id: string; title: string; fill: (into: HTMLElement) => void }

export class Tabs {
  private buttons: HTMLButtonElement[] = [];
  private parts: HTMLElement[] = [];

  constructor(private readonly into: HTMLElement, private readonly opened: (id: string) => void) {}

  /** Make the tabs anew and open one of them. */
  build(tabs: Tab[], label: string, first: string): void {
    this.into.replaceChildren();
    this.buttons = [];
    this.parts = [];
    const list = made("div", this.into, "", "tabs");
    list.setAttribute("role", "tablist");
    list.setAttribute("aria-label", label);
    for (const { id, title, fill } of tabs) {
      const button = made("button", list, title), part = made("div", this.into, "", "tab");
      Object.assign(button, { id: `tab-${id}`, type: "button" });
      button.setAttribute("role", "tab");
      button.setAttribute("aria-controls", `part-${id}`);
      button.dataset.tab = id;
      part.id = `part-${id}`;
      part.tabIndex = 0;
      part.setAttribute("role", "tabpanel");
      part.setAttribute("aria-labelledby", button.id);
      button.onclick = () => this.open(id);
      this.buttons.push(button);
      this.parts.push(part);
      fill(part);
    }
    list.onkeydown = (event) => this.step(event);
    this.open(tabs.some(({ id }) => id === first) ? first : tabs[0].id);
  }

  open(wanted: string): void {
    this.buttons.forEach((button, k) => {
      const chosen = button.dataset.tab === wanted;
      button.setAttribute("aria-selected", String(chosen));
      button.tabIndex = chosen ? 0 : -1;
      this.parts[k].hidden = !chosen;
    });
    this.opened(wanted);
  }

  private step(event: KeyboardEvent): void {
    const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, Home: -Infinity, End: Infinity };
    if (!(event.key in steps)) return;
    event.preventDefault();
    event.stopPropagation();
    const last = this.buttons.length - 1, now = this.buttons.findIndex(({ tabIndex }) => tabIndex === 0);
    const next = this.buttons[Math.min(Math.max(now + steps[event.key], 0), last)];
    this.open(next.dataset.tab!);
    next.focus();
  }
}
