// The words of the page in the language of its reader; the exporter brings them along (game/export/page_words.py).

const KEPT = "polhode.language", TITLES: Record<string, string> = { en: "English", fr: "Français" };
let every: Record<string, Record<string, string>> = {};
let known: Record<string, string> = {};
export let language = "en";

/** Take the words of a page, and the language that its reader has chosen before, or wants of all pages. */
export function useWords(words: Record<string, Record<string, string>>): void {
  every = words;
  const wanted = [kept(), ...(navigator.languages ?? [navigator.language]).map((name) => name.slice(0, 2))];
  speak(wanted.find((name) => name === "en" || name in words) ?? "en");
}

/** The languages of the page, by their names and their own titles. */
export function languages(): [string, string][] {
  return ["en", ...Object.keys(every)].map((name) => [name, TITLES[name] ?? name]);
}

/** Speak another language, here and in pages that are opened later. */
export function useLanguage(name: string): void {
  speak(name);
  try {
    localStorage.setItem(KEPT, name);
  } catch {
    // Pages in frames without rights of their own keep nothing.
  }
}

function kept(): string {
  try {
    return localStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}

function speak(name: string): void {
  language = name;
  known = every[name] ?? {};
  document.documentElement.lang = name;
}

export const tr = (text: string): string => known[text] ?? text;

export function number(value: number, digits = 5): string {
  if (!Number.isFinite(value)) return "–";
  const size = Math.abs(value);
  const text = size !== 0 && (size < 1e-4 || size >= 1e6) ? raised(value, 3) : String(Number(value.toPrecision(digits)));
  return marked(text);
}

export function raised(value: number, digits = 2): string {
  if (value === 0) return "0";
  const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
  const high = [...String(Number(exponent))].map((c) => (c === "-" ? "⁻" : "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(c)])).join("");
  return marked(`${mantissa}×10${high}`);
}

export function marked(text: string): string {
  const minus = text.replace(/-/g, "−");
  return language === "fr" ? minus.replace(".", ",") : minus;
}
