// The words of the page in the language of its reader; the exporter brings them along (game/export/page_words.py).

let known: Record<string, string> = {};
export let language = "en";

export function useWords(words: Record<string, Record<string, string>>): void {
  const wanted = (navigator.languages ?? [navigator.language]).map((name) => name.slice(0, 2));
  language = wanted.find((name) => name === "en" || name in words) ?? "en";
  known = words[language] ?? {};
  document.documentElement.lang = language;
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
