// The panels of the page.

import { PageData } from "./data.ts";
import { Run } from "./run.ts";
import { marked, number, raised, tr } from "./words.ts";

export const el = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;

const ICONS: Record<string, string> = {
  play: "M8 5l11 7-11 7z", pause: "M7 5h3.5v14H7zM13.5 5H17v14h-3.5z",
  start: "M4 12a8 8 0 1 0 2.6-5.9M4 4v4.5h4.5", menu: "M4 7h16M4 12h16M4 17h16", view: "M12 8a4 4 0 1 0 0 8a4 4 0 0 0 0-8M12 3v3M12 18v3M3 12h3M18 12h3",
  back: "M6 6v12M18 6l-8 6 8 6z", forward: "M18 6v12M6 6l8 6-8 6z", fill: "M4 9V4h5M20 9V4h-5M4 15v5h5M20 15v5h-5",
  shrink: "M9 4v5H4M15 4v5h5M9 20v-5H4M15 20v-5h5", more: "M5 12h.01M12 12h.01M19 12h.01",
  all: "M4 4h7v7H4zM13 4h7v7h-7zM4 13h7v7H4zM13 13h7v7h-7z",
  share: "M8 8l4-4 4 4M12 4v11M6 12H5v8h14v-8h-1", graph: "M4 4v16h16M7 15l4-6 4 4 5-8", close: "M6 6l12 12M18 6L6 18",
  camera: "M4 8h3.5L9 6h6l1.5 2H20v11H4zM12 10.5a3 3 0 1 0 0 6a3 3 0 0 0 0-6", print: "M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z",
};

export function icon(button: HTMLElement, name: string, label: string): void {
  const filled = name === "play" || name === "pause";
  button.innerHTML = `<svg viewBox="0 0 24 24" aria-hidden="true" class="${filled ? "filled" : ""}"><path d="${ICONS[name]}"/></svg>`;
  button.title = label;
  button.setAttribute("aria-label", label);
}

export function made<K extends keyof HTMLElementTagNameMap>(
  name: K, into: HTMLElement, text = "", className = "",
): HTMLElementTagNameMap[K] {
  const found = document.createElement(name);
  if (text) found.textContent = text;
  if (className) found.className = className;
  into.append(found);
  return found;
}

/** Write a symbol such as F_p with its index. */
export function symbol(into: HTMLElement, text: string): void {
  text.split(/_(?:\{([^}]*)\}|(\w+))/).forEach((part, k) => {
    if (part) k % 3 ? made("sub", into, part) : into.append(part);
  });
}

export function section(into: HTMLElement, title: string, open = true): HTMLElement {
  const box = made("details", into);
  box.open = open;
  made("summary", box, title);
  return made("div", box, "", "part");
}

/** The table of invariants with their drifts. */
export class Invariants {
  private readonly cells: ([HTMLElement, HTMLElement] | null)[];
  constructor(into: HTMLElement, data: PageData) {
    const table = made("table", into);
    const head = table.insertRow();
    for (const title of [tr("quantity"), tr("value"), tr("drift")]) made("th", head, title).scope = "col";
    this.cells = data.invariants.map(({ symbol: name, unit, meaning, known }) => {
      if (!known) return null;
      const row = table.insertRow();
      row.title = tr(meaning);
      symbol(made("td", row, "", "symbol"), name);
      const value = made("td", row), shown = made("span", value);
      made("span", value, ` ${unit}`, "dim");
      return [shown, made("td", row)];
    });
  }

  show({ values, begin, scales }: Run): void {
    this.cells.forEach((cell, k) => {
      if (!cell) return;
      const [value, drift] = cell;
      const part = (values[k] - begin[k]) / (scales[k] || 1), size = Math.abs(part);
      value.textContent = number(values[k]);
      drift.textContent = Number.isFinite(part) ? raised(part) : "–";
      drift.className = size < 1e-9 ? "held" : size < 1e-5 ? "" : size < 1e-2 ? "drifts" : "lost";
    });
  }
}

export function seconds(value: number): string { return `${marked(value.toFixed(2))} s`; }

export function about(data: PageData, into: HTMLElement): void {
  made("h2", into, tr(data.live ? "live" : "recording"));
  made("p", into, tr(data.live
    ? "The physics runs in this page, in the machine code of the program."
    : "This page plays a recording of the run; it does not compute it."), "small");
  if (data.left_out.length) {
    made("h2", into, tr("Not in this page:"));
    const list = made("ul", into, "", "small");
    for (const each of data.left_out) made("li", list, tr(each));
  }
  made("h2", into, tr("Controls"));
  made("p", into, tr("drag: turn · two fingers or wheel: nearer · Space: play · ← →: in time · R: start · V, T, C: overlays · S, E: panel · G: graph · F: full screen · P: picture"), "small");
  if (data.lesson.length) made("p", into, tr("Page Up, Page Down: steps of the lesson"), "small");
  made("p", into, `Polhode ${data.version} · ${data.method.name}, Δt = ${number(data.method.dt)} s`, "small dim");
}
