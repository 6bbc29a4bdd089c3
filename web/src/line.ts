// Share lines: a scene as one line, `fast-cone?theta=40deg&t=1.6`, as game/scenefile/share_line.py writes and reads them.

export interface Line { base: string; values: Map<string, string> }

/** Return the parts of a line, or null where it is not built like one. */
export function read(text: string): Line | null {
  const mark = text.indexOf("?"), base = mark < 0 ? text : text.slice(0, mark), values = new Map<string, string>();
  for (const part of mark < 0 ? [] : text.slice(mark + 1).split("&").filter(Boolean)) {
    const equals = part.indexOf("=");
    if (equals < 1) return null;
    try {
      const [name, value] = [part.slice(0, equals), part.slice(equals + 1)].map((each) => decodeURIComponent(each).trim());
      if (!name || !value || values.has(name)) return null;
      values.set(name, value);
    } catch {
      return null;
    }
  }
  return { base, values };
}

export function written({ base, values }: Line): string {
  const parts = [...values].map(([name, value]) => `${quoted(name, "")}=${quoted(value, "=")}`);
  return base + (parts.length ? "?" : "") + parts.join("&");
}

/** Write all characters as % with two digits but letters, digits, - . _ ~ , : / @ and those of `plain`. */
function quoted(text: string, plain: string): string {
  const safe = ",:/@" + plain;
  return Array.from(text, (c) => (safe.includes(c) ? c : encodeURIComponent(c).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`))).join("");
}

/** For tests: the line of a text, read and written again. */
export function again(text: string): string | null {
  const line = read(text);
  return line && written(line);
}
