import { entriesOf, isFields } from "./values.ts";

const maxValues = 400;
const maxDepth = 8;
const maxText = 400;

/**
 * A copy that is safe to write out. YAML aliases let a short file hold one value in endless places, so that
 * writing it as it stands might never end.
 */
export function plainJson(value: unknown): unknown {
  return copy(value, { left: maxValues }, 0);
}

/** The value as JSON on one line. */
export function jsonLine(value: unknown): string {
  return JSON.stringify(plainJson(value)) ?? "null";
}

function copy(value: unknown, room: { left: number }, depth: number): unknown {
  room.left -= 1;
  if (typeof value === "string") return value.slice(0, maxText);
  if (typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (depth >= maxDepth || room.left <= 0) return null;
  if (Array.isArray(value)) {
    return value.slice(0, Math.min(50, room.left)).map((item) => copy(item, room, depth + 1));
  }
  if (!isFields(value)) return null;
  const entries: [string, unknown][] = [];
  for (const [key, held] of entriesOf(value)) {
    if (room.left <= 0) break;
    entries.push([key.slice(0, maxText), copy(held, room, depth + 1)]);
  }
  return Object.fromEntries(entries);
}
