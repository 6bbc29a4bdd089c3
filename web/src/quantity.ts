// Numbers with units, as they are typed and as they stand in an address: the grammar of physics/core/units.py.

/** Factors to SI units, by the SI unit and the spelling of another one; the program has computed them. */
export type Units = Record<string, Record<string, number>>;

const UNSIGNED = String.raw`(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
const NUMBER = new RegExp(String.raw`^([+-])?\s*(${UNSIGNED})?\s*(?:\*?\s*(pi(?!\p{L})|π))?\s*(?:\/\s*([+-]?${UNSIGNED}))?\s*(.*)$`, "u");
const DEGREES: Record<string, string> = { rad: "deg", "rad/s": "deg/s" };

/** Return the value in the SI unit, or null where the text is no such number. A bare number is in `bare`, "": in SI. */
export function parsed(text: string, unit: string, units: Units, bare = ""): number | null {
  const plain = text.replace(/−/g, "-").replace(/(\d),(?=\d)/g, "$1.").trim().replace(/\s+/g, " ");
  const found = NUMBER.exec(plain);
  if (!found || (found[2] === undefined && found[3] === undefined)) return null;
  if (found[2] === undefined && plain.replace(/^[+-]\s*/, "").startsWith("*")) return null;
  const size = Number(found[2] ?? 1) * (found[3] ? Math.PI : 1), over = found[4] === undefined ? 1 : Number(found[4]);
  const given = found[5] || (found[3] ? "" : bare), scale = given === "" || given === unit ? 1 : units[unit]?.[given];
  if (scale === undefined || over === 0) return null;
  const value = ((found[1] === "-" ? -size : size) / over) * scale;
  return Number.isFinite(value) ? value : null;
}

/** The shortest text of which exactly this number is read, with degrees where these are a short number. */
export function exact(value: number, unit: string, units: Units): string {
  const plain = shortest(value), degrees = DEGREES[unit], scale = degrees && units[unit]?.[degrees];
  if (!degrees || !scale || value === 0) return plain;
  const neat = `${Number((value / scale).toPrecision(6))}${degrees}`;
  return neat.length < plain.length && parsed(neat, unit, units) === value ? neat : plain;
}

/** A number as Python writes it, without the point of a whole one: 1e-05, 12500000000000000, 2e+16. */
function shortest(value: number): string {
  const [mantissa, exponent] = value.toExponential().split("e"), power = Number(exponent);
  if (Object.is(value, -0)) return "-0";
  if (power >= -4 && power < 16) return power < 0 || !Number.isInteger(value) ? plainly(value, power) : BigInt(value).toString();
  return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
}

function plainly(value: number, power: number): string {
  const text = String(value);
  return text.includes("e") ? value.toFixed(Math.min(17 - power, 100)).replace(/0+$/, "") : text;
}

/** A round number near one: with steps of 1, 2 or 5 times a power of ten, of which a range has some hundreds. */
export function rounded(value: number, span: number): number {
  if (!(span > 0)) return value;
  const raw = span / 500, power = 10 ** Math.floor(Math.log10(raw)), step = [1, 2, 5, 10].find((each) => each * power >= raw)! * power;
  return Number((Math.round(value / step) * step).toPrecision(12));
}
