const longestText = 4_000;
const mostItems = 100;
const deepest = 6;

/** A value as the stream shows it: whole pages and long lists are for the model, not for whoever watches. */
export function shortened(value: unknown, depth = 0): unknown {
  if (typeof value === "string") return shortText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth >= deepest) return "…";
  if (Array.isArray(value)) {
    const kept = value.slice(0, mostItems).map((item) => shortened(item, depth + 1));
    const left = value.length - kept.length;
    return left === 0 ? kept : [...kept, `… ${left} more`];
  }
  const entries = Object.entries(value).slice(0, mostItems);
  return Object.fromEntries(entries.map(([name, item]) => [name, shortened(item, depth + 1)]));
}

function shortText(text: string): string {
  if (text.length <= longestText) return text;
  return `${text.slice(0, longestText)}… (${text.length - longestText} more characters)`;
}
