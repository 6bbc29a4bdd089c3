// Parameters and initial values with tables of stops, as a run offers them that has no formulas.

import { SliderData } from "./data.ts";
import type { Adjustable, LiveRun, Settable } from "./live.ts";
import { number, tr } from "./words.ts";

type Taking = { take(slider: SliderData, stop: number): void };
type Changing = Pick<Settable, "parameters" | "set" | "initial" | "setStart" | "restore">;

/** What a reader changes of a run: its own way, or that of its tables. */
export function changing(live: LiveRun): Changing {
  return "parameters" in live ? (live as unknown as Changing) : new Stops(live);
}

class Stops implements Changing {
  private readonly values = new Map<SliderData, number>();

  constructor(private readonly live: LiveRun) {
    for (const each of [...live.data.starts, ...live.data.parameters]) this.values.set(each, each.value);
  }

  parameters(): Adjustable[] { return this.live.data.parameters.map((each) => this.described(each)); }

  initial(): Adjustable[] { return this.live.data.starts.map((each) => this.described(each)); }

  private described(data: SliderData): Adjustable {
    const { name, symbol, unit, meaning, angle, value: own, stops } = data, [from, to] = [stops[0], stops[stops.length - 1]];
    return {
      name, symbol, unit, meaning, angle, whole: false, value: this.values.get(data)!, own, low: from, high: to, from, to,
      logarithmic: false, way: tabled(data) ? "stops" : "typed", stops,
    };
  }

  set(values: Record<string, number>): string | null { return this.taken(values, this.live.data.parameters); }

  setStart(values: Record<string, number>): string | null { return this.taken(values, this.live.data.starts); }

  private taken(values: Record<string, number>, list: SliderData[]): string | null {
    for (const [name, value] of Object.entries(values)) {
      const data = list.find((each) => each.name === name);
      if (!data || (tabled(data) && !data.stops.includes(value))) return `${name} = ${number(value)}`;
      if (!(data.stops[0] <= value && value <= data.stops[data.stops.length - 1]))
        return tr("must be from {low} to {high}").replace("{low}", number(data.stops[0])).replace("{high}", `${number(data.stops[data.stops.length - 1])} ${data.unit}`);
      // Stops of what is not one number of the state hold for the scene's own values of all the others.
      for (const [other, now] of this.values)
        if (other !== data && now !== other.value && (tabled(data) || tabled(other)) && shares(data, other)) this.back(other);
      this.take(data, value);
    }
    return null;
  }

  private take(data: SliderData, value: number): void {
    const stop = data.stops.indexOf(value);
    if (stop >= 0) (this.live as unknown as Taking).take(data, stop);
    else {
      this.live.start[data.place!] = value;
      this.live.reset();
    }
    this.values.set(data, value);
  }

  private back(data: SliderData): void { this.take(data, data.value); }

  restore(): void {
    for (const [data, now] of this.values) if (now !== data.value) this.back(data);
    this.live.reset();
  }
}

/** Whether the stops of a slider hold for the scene's own values of the others. */
function tabled(data: SliderData): boolean { return data.place === undefined; }

function shares(a: SliderData, b: SliderData): boolean {
  return (!!a.p === !!b.p) || !!a.start || !!b.start;
}
