const longestText = 4_000;
const mostItems = 100;
const deepest = 6;
const mostCharacters = 100_000;

/** A value as the stream shows it: whole pages and long lists are for the model, not for whoever watches. */
export function shortened(value: unknown): unknown {
  return shorten(value, 0, { left: mostCharacters });
}

/** Characters that all texts of one value may still take. */
type Room = { left: number };

function shorten(value: unknown, depth: number, room: Room): unknown {
  if (typeof value === "string") return shortText(value, room);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= deepest || room.left <= 0) return "…";
  if (Array.isArray(value)) {
    const kept = value.slice(0, mostItems).map((item) => shorten(item, depth + 1, room));
    const left = value.length - kept.length;
    return left === 0 ? kept : [...kept, `… ${left} more`];
  }
  const entries = Object.entries(value).slice(0, mostItems);
  return Object.fromEntries(
    entries.map(([name, item]) => [shortText(name, room), shorten(item, depth + 1, room)]),
  );
}

function shortText(text: string, room: Room): string {
  const longest = Math.max(0, Math.min(longestText, room.left));
  room.left -= Math.min(text.length, longest) + 1;
  if (text.length <= longest) return text;
  return `${text.slice(0, longest).toWellFormed()}… (${text.length - longest} more characters)`;
}
