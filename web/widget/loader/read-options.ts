import { optionKinds, type WidgetOptions } from "../widget-options.ts";

/** The options that the attributes of a script carry; what cannot be read is left out and told. */
export function readOptions(
  data: Record<string, string | undefined>,
  warn: (sentence: string) => void,
): Partial<WidgetOptions> {
  const entries = Object.entries(optionKinds).flatMap(([name, kind]) => {
    const text = data[name]?.trim();
    if (text === undefined || text === "") return [];
    if (Array.isArray(kind)) {
      if (kind.includes(text)) return [[name, text]];
      warn(`${attributeOf(name)} takes ${kind.join(", ")}, not "${text}".`);
      return [];
    }
    if (kind === "list") return [[name, listOf(text)]];
    if (kind === "text") return [[name, text]];
    const value = jsonOf(text);
    if (value === undefined)
      warn(`${attributeOf(name)} takes JSON, such as {"audience": "operators"}.`);
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(entries);
}

function attributeOf(name: string): string {
  return `data-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** A JSON array, or questions with a bar between them. */
function listOf(text: string): string[] {
  const given = text.startsWith("[") ? jsonOf(text) : undefined;
  const list = Array.isArray(given) ? given.map(String) : text.split("|");
  return list.map((one) => one.trim()).filter((one) => one !== "");
}

function jsonOf(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}
