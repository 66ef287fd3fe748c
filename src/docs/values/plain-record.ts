const maxValues = 5_000;
const maxDepth = 12;
const unsafeKeys = new Set(["__proto__", "constructor", "prototype"]);

/** What a file says about itself as plain JSON values: bounded, and without keys that reach a prototype. */
export function plainRecord(value: object): Record<string, unknown> {
  return recordOf(value, { left: maxValues }, 0);
}

export function isUnsafeKey(key: string): boolean {
  return unsafeKeys.has(key);
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Room = { left: number };

function recordOf(value: object, room: Room, depth: number): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  for (const [key, held] of Object.entries(value)) {
    if (unsafeKeys.has(key)) continue;
    if (room.left <= 0) break;
    entries.push([key, plain(held, room, depth + 1)]);
  }
  return Object.fromEntries(entries);
}

function plain(value: unknown, room: Room, depth: number): unknown {
  room.left -= 1;
  if (typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : String(value);
  if (depth > maxDepth || room.left <= 0) return null;
  if (Array.isArray(value)) {
    return value.slice(0, room.left).map((item) => plain(item, room, depth + 1));
  }
  return isRecord(value) ? recordOf(value, room, depth) : null;
}
