// A number that a reader types, or slides: a row of the panel.

import type { Adjustable } from "./live.ts";
import { Units, parsed, rounded } from "./quantity.ts";
import { made, symbol } from "./ui.ts";
import { number, tr } from "./words.ts";

/** Part of the greatest value of a slider that is rounding, and shown as 0. */
const STEPS = 400, ROUNDING = 1e-15;

export interface Setting {
  /** Take a value over; why it is refused, or null. */
  (name: string, value: number): string | null;
}

/** The unit in which a number is shown, and its factor to SI. */
export function shownUnit({ angle, unit }: { angle: boolean; unit: string }, units: Units): [string, number] {
  const other = angle && unit.startsWith("rad") ? unit.replace("rad", "°") : "", factor = other && units[unit]?.[other];
  return factor ? [other, factor] : [unit, 1];
}

export class Field {
  private readonly input: HTMLInputElement;
  private readonly slider: HTMLInputElement;
  private readonly problem: HTMLElement;
  private readonly unit: string;
  private readonly factor: number;
  private written = "";

  constructor(into: HTMLElement, private data: Adjustable, private readonly units: Units, private readonly change: Setting) {
    [this.unit, this.factor] = shownUnit(data, units);
    const row = made("div", into, "", "field keep"), head = made("div", row, "", "head"), label = made("label", head);
    const named = `${data.symbol} ${tr(data.meaning)}`;
    row.title = tr(data.meaning);
    symbol(made("b", label), data.symbol || data.name);
    made("span", label, ` ${tr(data.meaning)}`, "dim meaning");
    const box = made("span", head, "", "typed");
    this.input = made("input", box);
    made("span", box, this.unit, "dim");
    Object.assign(this.input, { type: "text", inputMode: "decimal", autocomplete: "off", spellcheck: false, id: `value-${data.name}` });
    label.htmlFor = this.input.id;
    this.input.dataset.name = data.name;
    this.slider = made("input", row);
    this.slider.type = "range";
    this.slider.min = "0";
    this.slider.max = String(data.way === "stops" ? data.stops.length - 1 : STEPS);
    this.slider.dataset.name = data.name;
    this.slider.setAttribute("aria-label", named);
    if (data.way === "stops") made("p", row, tr("only values of its slider, beside the other values of the scene"), "small dim");
    this.problem = made("p", row, "", "problem");
    this.problem.id = `problem-${data.name}`;
    this.problem.setAttribute("role", "alert");
    this.input.setAttribute("aria-describedby", this.problem.id);
    this.listen();
    this.show(data);
  }

  private listen(): void {
    const { input, slider } = this;
    slider.oninput = () => this.take(this.slid(Number(slider.value)));
    input.onchange = () => this.typed();
    input.onkeydown = (event) => {
      if (event.key === "Enter") this.typed();
      else if (event.key === "Escape") this.show(this.data);
      else if (event.key === "ArrowUp" || event.key === "ArrowDown") this.step(event.key === "ArrowUp" ? 1 : -1);
      else return;
      event.preventDefault();
      event.stopPropagation();
    };
    input.onfocus = () => input.select();
  }

  get name(): string { return this.data.name; }

  /** Show a value, and take back what was wrong. */
  show(data: Adjustable): void {
    this.data = data;
    const none = Math.abs(data.value) < ROUNDING * Math.max(Math.abs(data.from), Math.abs(data.to));
    this.written = number(none ? 0 : data.value / this.factor, 6);
    this.input.value = this.written;
    this.slider.value = String(this.place(data.value));
    this.slider.setAttribute("aria-valuetext", `${this.written} ${this.unit}`);
    this.problem.textContent = "";
    this.input.removeAttribute("aria-invalid");
  }

  private typed(): void {
    if (this.input.value === this.written) return;
    const value = parsed(this.input.value, this.data.unit, this.units, this.unit);
    if (value === null) {
      const known = [...new Set([this.data.unit, ...Object.keys(this.units[this.data.unit] ?? {})])].filter(Boolean).slice(0, 5).join(", ");
      this.say(known ? tr("must be a number, with a unit such as {units}").replace("{units}", known) : tr("must be a number"));
    } else this.take(this.data.way === "stops" ? this.nearest(value) : value);
  }

  private take(value: number): void {
    const refused = this.change(this.data.name, value);
    if (refused !== null) this.say(refused);
  }

  private say(words: string): void {
    this.problem.textContent = words;
    this.input.setAttribute("aria-invalid", "true");
  }

  /** Change the third digit. */
  private step(sign: number): void {
    const { value, low, high, way } = this.data;
    if (way === "stops") return this.take(this.data.stops[Math.min(Math.max(this.place(value) + sign, 0), this.data.stops.length - 1)]);
    const shown = value / this.factor, size = Math.abs(shown) || Math.abs(this.data.to / this.factor) || 1;
    const digit = 10 ** (Math.floor(Math.log10(size)) - 2), next = Number((shown + sign * digit).toPrecision(12)) * this.factor;
    this.take(Math.min(Math.max(next, low), high));
  }

  private nearest(value: number): number {
    return this.data.stops.reduce((best, each) => (Math.abs(each - value) < Math.abs(best - value) ? each : best));
  }

  /** The value at a place of the slider, as a round number of the unit that is shown. */
  private slid(place: number): number {
    const { way, stops, from, to, low, high, logarithmic } = this.data;
    if (way === "stops") return stops[place];
    if (place === 0) return from;
    if (place === STEPS) return to;
    const part = place / STEPS, { factor } = this;
    const value = logarithmic && from > 0 ? Number((from * (to / from) ** part / factor).toPrecision(3)) : rounded((from + part * (to - from)) / factor, (to - from) / factor);
    return Math.min(Math.max(value * factor, low), high);
  }

  private place(value: number): number {
    const { way, stops, from, to, logarithmic } = this.data;
    if (way === "stops") return stops.indexOf(this.nearest(value));
    const part = logarithmic && from > 0 ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
    return Math.round(STEPS * Math.min(Math.max(part, 0), 1));
  }
}
