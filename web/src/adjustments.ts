// The parameters and the start of a run as its reader has them, and the numbers of the system that follow from them.

import { Archive, FixedData, LiveData, SliderData, Table } from "./data.ts";
import { Formulas } from "./formulas.ts";
import { number, tr } from "./words.ts";

/** A number that a reader of the page changes, in SI units; angles are in radians. */
export interface Adjustable {
  readonly name: string;
  readonly symbol: string;
  readonly unit: string;
  readonly meaning: string;
  readonly angle: boolean;
  /** Its present value. */
  readonly value: number;
  /** That of the scene. */
  readonly own: number;
  /** The bounds of what may be typed. */
  readonly low: number;
  readonly high: number;
  /** The usual range, which a slider spans; logarithmic: by factors. */
  readonly from: number;
  readonly to: number;
  readonly logarithmic: boolean;
  /**
   * typed: any value within the bounds, together with others. stops: only values of `stops`, and such a number alone: a
   * second one takes the first back. fixed: not in this page, since the picture would be another one.
   */
  readonly way: "typed" | "stops" | "fixed";
  readonly stops: readonly number[];
}
const NOT_HERE = "not in this page";

export class Adjustments {
  private readonly known: Map<string, SliderData>;
  private readonly starts: Map<string, SliderData>;
  private readonly fixed: Map<string, FixedData>;
  private readonly numbers: Formulas | null;
  private readonly begun: Formulas | null;
  private readonly entered: Formulas | null;
  private readonly own: { p: Float64Array; s: Float64Array; start: Float64Array };
  /** The numbers of which there are formulas, by their names: parameters, and what is kept of the start. */
  private given = new Map<string, number>();
  aliases: ReadonlyMap<string, number> = new Map();
  /** The present value of what is not at that of the scene, and none of these numbers. */
  private moved: [string, number] | null = null;

  constructor(
    archive: Archive, private readonly data: LiveData, private readonly p: Float64Array, private readonly s: Float64Array,
    private readonly start: Float64Array,
  ) {
    const { formulas, parameters, starts, fixed } = data, named = <T extends { name: string }>(list: T[]) => new Map(list.map((each) => [each.name, each]));
    [this.known, this.starts, this.fixed] = [named(parameters), named(starts), named(fixed)];
    this.numbers = formulas && new Formulas(archive, formulas.numbers);
    this.begun = formulas?.begun.length ? new Formulas(archive, formulas.begun) : null;
    this.entered = formulas?.entered.length ? new Formulas(archive, formulas.entered) : null;
    this.own = { p: p.slice(), s: s.slice(), start: start.slice() };
    this.rows = (table) => archive.numbers(table.rows);
    this.restore();
  }

  private readonly rows: (table: Table) => ArrayLike<number>;

  parameters(): Adjustable[] {
    return this.data.order.flatMap((name) => {
      const slider = this.known.get(name), fixed = this.fixed.get(name);
      return slider ? [this.described(slider, false)] : fixed ? [this.still(fixed)] : [];
    });
  }

  initial(): Adjustable[] { return this.data.starts.map((slider) => this.described(slider, true)); }

  private described(slider: SliderData, start: boolean): Adjustable {
    const { name, symbol, unit, meaning, angle, value: own, low, high, logarithmic, stops, typed } = slider;
    return {
      name, symbol, unit, meaning, angle, value: this.value(slider, start), own, low, high,
      from: stops[0], to: stops[stops.length - 1], logarithmic, way: typed ? "typed" : "stops", stops,
    };
  }

  private still({ name, symbol, unit, meaning, angle, value }: FixedData): Adjustable {
    return {
      name, symbol, unit, meaning, angle, value, own: value, low: value, high: value, from: value, to: value,
      logarithmic: false, way: "fixed", stops: [],
    };
  }

  private value({ name, place, value }: SliderData, start: boolean): number {
    if (this.moved?.[0] === name) return this.moved[1];
    const alias = start ? this.aliases.get(name) : undefined;
    return alias ?? this.given.get(name) ?? (start && place !== undefined ? this.start[place] : value);
  }

  /** Whether the numbers p are those of the scene. */
  get isOwn(): boolean { return this.p.every((x, k) => x === this.own.p[k]); }

  /** The parameter that changes the picture, and its value; null where it is that of the scene. */
  get shaped(): [string, number] | null { return this.shapedBy(this.given)[0] ?? null; }

  private shapedBy(given: Map<string, number>): [string, number][] {
    return (this.data.shaped ?? []).flatMap((name): [string, number][] => {
      const own = this.known.get(name)!.value;
      const value = this.moved?.[0] === name ? this.moved[1] : given.get(name) ?? own;
      return value === own ? [] : [[name, value]];
    });
  }

  restore(): void {
    const { formulas } = this.data;
    this.p.set(this.own.p);
    this.s.set(this.own.s);
    this.start.set(this.own.start);
    this.moved = null;
    this.given = new Map(formulas?.names.map((name, k) => [name, formulas.values[k]]));
    this.aliases = new Map(formulas?.aliases.map((name, k) => [name, formulas.shown[k]]));
  }

  set(values: Record<string, number>): string | null {
    const refused = this.unfit(values, this.known);
    if (refused !== null) return refused;
    const single = this.single(values, this.known);
    if (single !== undefined) return single;
    if (!this.changes(values, this.known, false)) return null;
    const kept = this.moved ? this.scene() : new Map(this.given);
    for (const [name, value] of Object.entries(values)) kept.set(name, value);
    const [shaped] = this.shapedBy(kept).filter(([name]) => !(name in values));
    if (shaped && this.shapedBy(kept).length > 1) kept.set(shaped[0], this.known.get(shaped[0])!.value);
    return this.shapedBy(kept).length < 2 && this.computed(kept) ? null : this.nowhere(values);
  }

  /** kept: the aliases that those not among the values keep, where parameters change at the same time: those before. */
  setStart(values: Record<string, number>, kept = this.aliases): string | null {
    const refused = this.unfit(values, this.starts);
    if (refused !== null) return refused;
    const single = this.single(values, this.starts);
    if (single !== undefined) return single;
    if (!this.numbers) {
      if (this.moved) this.restore();
      for (const [name, value] of Object.entries(values)) this.start[this.starts.get(name)!.place!] = value;
      return null;
    }
    const before = { given: this.given, aliases: this.aliases, moved: this.moved, p: this.p.slice(), s: this.s.slice(), start: this.start.slice() };
    if (this.moved) this.restore();
    if (this.began(values, kept)) return null;
    ({ given: this.given, aliases: this.aliases, moved: this.moved } = before);
    this.p.set(before.p);
    this.s.set(before.s);
    this.start.set(before.start);
    return this.nowhere(values);
  }

  /** Begin with other values, of which all aliases that are not among them keep theirs, as in the program. */
  private began(values: Record<string, number>, aliases: ReadonlyMap<string, number>): boolean {
    const entries = Object.entries(values), given = new Map(this.given);
    const turned = entries.filter(([name]) => aliases.has(name));
    for (const [name, value] of entries) if (!aliases.has(name)) given.set(name, value);
    if (turned.length) {
      const found = this.begun!.evaluate([...given.values(), ...new Map([...aliases, ...turned]).values()]);
      if (!found) return false;
      this.start.set(found);
      this.data.variables.forEach((name, k) => given.has(name) && given.set(name, found[k]));
      this.given = given;
      this.enter();
      return true;
    }
    return this.computed(given);
  }

  /** The numbers of the system from those of the formulas; false, with nothing changed, where there are none. */
  private computed(given: Map<string, number>): boolean {
    const found = this.numbers?.evaluate([...given.values()]);
    if (!found) return false;
    const { p, s, start } = this;
    p.set(found.slice(0, p.length));
    s.set(found.slice(p.length, p.length + s.length));
    start.set(found.slice(p.length + s.length));
    this.given = given;
    this.moved = null;
    this.enter();
    return true;
  }

  /** The aliases of the start: what is typed of one may come back rounded otherwise, as in the program. */
  private enter(): void {
    const { formulas } = this.data, { entered, given } = this;
    if (!entered || !formulas) return;
    const found = entered.evaluate([...[...given.values()].slice(0, formulas.parameters), ...this.start]);
    if (found) this.aliases = new Map(formulas.aliases.map((name, k) => [name, found[k]]));
  }

  /** Take over one number that has stops, or return undefined where the values are others. */
  private single(values: Record<string, number>, list: Map<string, SliderData>): string | null | undefined {
    const names = Object.keys(values), stopped = names.find((name) => !list.get(name)!.typed);
    if (stopped === undefined) return undefined;
    const data = list.get(stopped)!, stop = data.stops.indexOf(values[stopped]);
    if (names.length > 1) return this.nowhere(values);
    if (stop < 0) return this.nowhere(values);
    this.restore();
    const row = (table: Table | undefined, into: Float64Array) => {
      if (!table) return;
      const numbers = this.rows(table), width = table.places.length;
      table.places.forEach((place, k) => (into[place] = numbers[stop * width + k]));
    };
    row(data.start, this.start);
    row(data.p, this.p);
    row(data.s, this.s);
    this.moved = data.stops[stop] === data.value ? null : [stopped, data.stops[stop]];
    return null;
  }

  private scene(): Map<string, number> {
    const { formulas } = this.data;
    return new Map(formulas?.names.map((name, k) => [name, formulas.values[k]]));
  }

  private changes(values: Record<string, number>, list: Map<string, SliderData>, start: boolean): boolean {
    return this.moved !== null || Object.entries(values).some(([name, value]) => this.value(list.get(name)!, start) !== value);
  }

  /** Why values are none of those here, or null. */
  private unfit(values: Record<string, number>, list: Map<string, SliderData>): string | null {
    for (const [name, value] of Object.entries(values)) {
      const data = list.get(name);
      if (!data) return `${name} = ${number(value)}: ${tr(NOT_HERE)}`;
      if (!(data.low <= value && value <= data.high)) {
        const said = tr("must be from {low} to {high}");
        return `${this.said(data, value)}: ${said.replace("{low}", this.written(data, data.low)).replace("{high}", this.written(data, data.high))}`;
      }
    }
    return null;
  }

  private nowhere(values: Record<string, number>): string {
    const said = Object.entries(values).map(([name, value]) => this.said((this.known.get(name) ?? this.starts.get(name))!, value));
    return `${said.join(", ")}: ${tr(NOT_HERE)}`;
  }

  private said(data: SliderData, value: number): string { return `${data.symbol || data.name} = ${this.written(data, value)}`; }

  private written({ angle, unit }: SliderData, value: number): string {
    return angle ? `${number((value * 180) / Math.PI)}°` : `${number(value)} ${unit}`.trim();
  }
}
