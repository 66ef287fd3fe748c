import { parse, TomlDate, TomlError } from "smol-toml";

/** `fault` is the line, counted from 1, on which the text stops being TOML. */
export type Toml = { values: Record<string, unknown> } | { fault: number };

const maxLength = 200_000;
const maxDepth = 100;

/** TOML as plain values: dates as they are written, whole numbers of any size as numbers. Never throws. */
export function readToml(text: string): Toml {
  if (text.length > maxLength) return { fault: 1 };
  try {
    const table = parse(text, {
      integersAsBigInt: "asNeeded",
      maxDepth,
      unsafeKeyBehaviour: "drop",
    });
    return { values: tableOf(table, 0) };
  } catch (error) {
    return { fault: error instanceof TomlError ? error.line : 1 };
  }
}

/** Keys with dots nest without end; nothing that deep is ever asked for. */
function tableOf(table: object, depth: number): Record<string, unknown> {
  const entries = Object.entries(table).map(([key, value]) => [key, plain(value, depth + 1)]);
  return Object.fromEntries(entries);
}

function plain(value: unknown, depth: number): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof TomlDate) return value.toISOString().replace(/\.000(?=\D|$)/, "");
  if (typeof value !== "object" || value === null) return value;
  if (depth > maxDepth) return null;
  if (Array.isArray(value)) return value.map((item: unknown) => plain(item, depth + 1));
  return tableOf(value, depth);
}
