// Elementary functions whose bits are the same everywhere: physics/maths/rounded.py, in whole numbers scaled by 2^128.

const BITS = 128n, ONE = 1n << BITS, TINY = 2 ** -40;
const view = new DataView(new ArrayBuffer(8));

const size = (x: bigint) => (x < 0n ? -x : x);
const lengthOf = (x: bigint) => x.toString(16).length * 4;

/** The quotient rounded down. */
function over(a: bigint, b: bigint): bigint {
  const found = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? found - 1n : found;
}

/** A whole number m and an exponent e with x = m 2^e. */
function parts(x: number): [bigint, number] {
  view.setFloat64(0, x);
  const word = view.getBigUint64(0), exponent = Number((word >> 52n) & 2047n), low = word & 0xfffffffffffffn;
  const whole = exponent ? low | (1n << 52n) : low;
  return [x < 0 ? -whole : whole, Math.max(exponent, 1) - 1075];
}

/** a / b, rounded once, in the range of normal numbers. */
function ratio(a: bigint, b: bigint): number {
  if (a === 0n) return 0;
  const shift = lengthOf(size(a)) - lengthOf(b) - 60, top = shift < 0 ? size(a) << BigInt(-shift) : size(a);
  const bottom = shift < 0 ? b : b << BigInt(shift), whole = top / bottom;
  // What is left below only tells on which side of a half the quotient is.
  const found = scaledBy(Number(whole << 1n | (top % bottom ? 1n : 0n)), shift - 1);
  return a < 0n ? -found : found;
}

function scaledBy(x: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return x * 2 ** half * 2 ** (exponent - half);
}

function scaled(x: number): bigint {
  const [whole, exponent] = parts(x), shift = BITS + BigInt(exponent);
  return shift >= 0n ? whole << shift : whole >> -shift;
}

const value = (x: bigint, scale = ONE) => ratio(x, scale);

let pis = new Map<bigint, bigint>();

function piOf(bits: bigint): bigint {
  let found = pis.get(bits);
  if (found === undefined) {
    const scale = 1n << (bits + 16n);
    const inverse = (n: bigint) => {
      let power = scale / n, total = power, k = 1n;
      while (power) {
        power = over(power, -n * n);
        k += 2n;
        total += over(power, k);
      }
      return total;
    };
    pis.set(bits, (found = (16n * inverse(5n) - 4n * inverse(239n)) >> 16n));
  }
  return found;
}

const LOG_2 = (() => {
  let part = (ONE << 17n) / 3n, total = 0n, k = 1n;
  while (part) {
    total += part / k;
    part /= 9n;
    k += 2n;
  }
  return total >> 16n;
})();

function turn(x: bigint): [bigint, bigint] {
  const square = (x * x) >> BITS;
  let sine = x, term = x;
  for (let k = 1n; size(term) > 1n; k += 2n) sine += term = over(-((term * square) >> BITS), (k + 1n) * (k + 2n));
  let cosine = (term = ONE);
  for (let k = 0n; size(term) > 1n; k += 2n) cosine += term = over(-((term * square) >> BITS), (k + 1n) * (k + 2n));
  return [sine, cosine];
}

/** Sine and cosine of an angle, of the scale. */
function turned(x: number): [bigint, bigint] {
  const [top, exponent] = parts(x), more = BigInt(Math.floor(Math.max(exponent + 53, 0) / 64) * 64 + 64);
  const shift = BITS + more + BigInt(exponent), whole = shift >= 0n ? top << shift : top >> -shift;
  const right = piOf(BITS + more) >> 1n, turns = over(2n * whole + right, 2n * right);
  const [s, c] = turn((whole - turns * right) >> more);
  return [[s, c], [c, -s], [-s, -c], [-c, s]][Number(((turns % 4n) + 4n) % 4n)] as [bigint, bigint];
}

export function sin(x: number): number { return Math.abs(x) < TINY ? x : value(turned(x)[0]); }

export function cos(x: number): number { return Math.abs(x) < TINY ? 1 : value(turned(x)[1]); }

function angle(y: bigint, x: bigint, near: number): number {
  const [sine, cosine] = turned(near);
  return value(scaled(near) + over((y * cosine - x * sine) << BITS, x * cosine + y * sine));
}

const signed = (x: number, of: number) => (of < 0 || Object.is(of, -0) ? -Math.abs(x) : Math.abs(x));

export function copysign(x: number, of: number): number { return signed(x, of); }

export function atan2(y: number, x: number): number {
  if (y === 0) return signed(signed(1, x) > 0 ? 0 : Math.PI, y);
  if (x === 0) return signed(0.5 * Math.PI, y);
  const shift = -Math.max(exponentOf(x), exponentOf(y)), a = scaledBy(x, shift), b = scaledBy(y, shift);
  if (a > 0 && Math.abs(b) < TINY * a) return b / a;
  return angle(scaled(b), scaled(a), Math.atan2(b, a));
}

/** The exponent e with |x| 2^-e from ½ to 1. */
function exponentOf(x: number): number {
  const [whole, exponent] = parts(Math.abs(x));
  return whole.toString(2).length + exponent;
}

function root(x: bigint): bigint {
  if (x < 2n) return x;
  let found = 1n << BigInt((x.toString(2).length + 1) >> 1);
  for (;;) {
    const next = (found + x / found) >> 1n;
    if (next >= found) return found;
    found = next;
  }
}

export function asin(x: number): number {
  if (!(Math.abs(x) <= 1)) return NaN;
  if (Math.abs(x) < TINY) return x;
  const along = scaled(x);
  return angle(along, root((ONE - along) * (ONE + along)), Math.asin(x));
}

export function acos(x: number): number {
  if (!(Math.abs(x) <= 1)) return NaN;
  if (x === 1) return 0;
  const along = scaled(x);
  return angle(root((ONE - along) * (ONE + along)), along, Math.acos(x));
}

function grown(whole: bigint): [bigint, bigint] {
  const powers = over(2n * whole + LOG_2, 2n * LOG_2), rest = whole - powers * LOG_2;
  let total = ONE, term = ONE;
  for (let k = 1n; size(term) > 1n; k++) total += term = over((term * rest) >> BITS, k);
  return [powers, total];
}

export function exp(x: number): number {
  if (!(Math.abs(x) < 800)) return x > 0 ? Infinity : 0;
  const [powers, found] = grown(scaled(x));
  return scaledBy(value(found), Number(powers));
}

function logged(x: number): bigint {
  const near = Math.log(x), [powers, inverse] = grown(scaled(-near)), whole = scaled(x) * inverse;
  const apart = (powers >= 0n ? (whole << powers) >> BITS : whole >> (BITS - powers)) - ONE;
  return scaled(near) + apart - ((apart * apart) >> (BITS + 1n));
}

function mantissaLog(x: number): bigint {
  let shift = exponentOf(x), mantissa = scaledBy(x, -shift);
  if (mantissa < 0.71) {
    mantissa *= 2;
    shift--;
  }
  return logged(mantissa) + BigInt(shift) * LOG_2;
}

export function log(x: number): number { return x > 0 ? value(mantissaLog(x)) : NaN; }

export function tanh(x: number): number {
  if (!(Math.abs(x) < 20)) return signed(1, x);
  if (Math.abs(x) < TINY) return x;
  const [powers, found] = grown(scaled(2 * Math.abs(x))), whole = powers >= 0n ? found << powers : found >> -powers;
  return signed(ratio(whole - ONE, whole + ONE), x);
}

export function cbrt(x: number): number {
  if (x === 0) return x;
  const shift = exponentOf(x), more = ((-shift % 3) + 3) % 3;
  const whole = scaled(scaledBy(Math.abs(x), -shift - more)) << (2n * BITS);
  for (let found = ONE; ; ) {
    const lower = (2n * found + whole / (found * found)) / 3n;
    if (lower >= found) return signed(scaledBy(value(found), (shift + more) / 3), x);
    found = lower;
  }
}

export function power(x: number, exponent: number): number {
  if (!(x > 0)) return NaN;
  const logarithm = size(mantissaLog(x)), sign = mantissaLog(x) < 0n ? -1n : 1n, [top, e] = parts(exponent);
  const product = sign * logarithm * top, whole = e >= 0 ? product << BigInt(e) : over(product, 1n << BigInt(-e));
  if (size(whole) > 800n * ONE) return whole < 0n ? 0 : Infinity;
  const [powers, found] = grown(whole);
  return scaledBy(value(found), Number(powers));
}

export function wholePower(x: number, n: number): number {
  const [top, e] = parts(x), whole = size(top) ** BigInt(n), shift = BigInt(e * n);
  const found = shift >= 0n ? ratio(whole << shift, 1n) : ratio(whole, 1n << -shift);
  return n % 2 ? signed(found, x) : found;
}

/** a b + c, rounded once. */
export function fused(a: number, b: number, c: number): number {
  const [one, e] = parts(a), [two, f] = parts(b), [three, g] = parts(c), least = Math.min(e + f, g);
  const sum = ((one * two) << BigInt(e + f - least)) + (three << BigInt(g - least));
  return least >= 0 ? ratio(sum << BigInt(least), 1n) : ratio(sum, 1n << BigInt(-least));
}

/** The length of a vector, rounded once. */
export function hypot(...numbers: number[]): number {
  const all = numbers.filter((x) => x !== 0).map(parts), least = Math.min(...all.map(([, e]) => e));
  let sum = 0n;
  if (!all.length) return 0;
  for (const [whole, e] of all) sum += (whole << BigInt(e - least)) ** 2n;
  const found = root(sum << 128n), exact = found * found === sum << 128n;
  return scaledBy(ratio((found << 1n) | (exact ? 0n : 1n), 1n), least - 65);
}
