import { optionKinds, type WidgetOptions } from "../widget-options.ts";
import { attempt } from "./attempt.ts";

/** The options that the attributes of a script carry; what cannot be read is left out and told. */
export function readOptions(
  data: Record<string, string | undefined>,
  warn: (sentence: string) => void,
): Partial<WidgetOptions> {
  const kinds = new Map(Object.entries(optionKinds));
  const entries = Object.entries(data).flatMap(([name, given = ""]) => {
    const text = given.trim();
    const kind = kinds.get(name);
    if (text === "") return [];
    if (kind === undefined) return [[name, text]];
    if (kind === "list") return [[name, listOf(text)]];
    const value = kind === "json" ? jsonOf(text) : kind.find((one) => one === text);
    if (value !== undefined) return [[name, value]];
    const wanted = kind === "json" ? "JSON" : kind.join(", ");
    warn(`The option ${name} takes ${wanted}, not ${text}.`);
    return [];
  });
  return Object.fromEntries(entries);
}

/** A JSON array, or questions with a bar between them. */
function listOf(text: string): string[] {
  const given = text.startsWith("[") ? jsonOf(text) : undefined;
  const list = Array.isArray(given) ? given.map(String) : text.split("|");
  return list.map((one) => one.trim()).filter((one) => one !== "");
}

function jsonOf(text: string): object | undefined {
  const value: unknown = attempt(() => JSON.parse(text));
  return typeof value === "object" && value !== null ? value : undefined;
}
