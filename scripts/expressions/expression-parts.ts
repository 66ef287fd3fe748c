/** A piece of a regular expression; a class is one. */
export type Part = { kind: "open" | "close" | "repeat" | "back" | "other"; text: string };

/** How an expression is written anew, so that the checker can read it without a change in how its time grows. */
export type Simpler = {
  /** A repetition that may go this far is taken for one without an end; shorter ones are cut. */
  endless: number;
  /** What becomes of the places that only look around, and of what repeats an earlier group. */
  around: "gone" | "read" | "failing";
};

const part =
  /(?<open>\((?:\?(?:<?[=!]|:|<\w{1,40}>|[a-z-]{1,8}:))?)|(?<close>\))|(?<repeat>[*+]|\{\d{1,9}(?:,\d{0,9})?\})|(?<back>\\(?:[1-9]\d{0,3}|k<\w{1,40}>))|\\(?:[pP]\{[^{}]{1,80}\}|u\{[^{}]{1,8}\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|[\s\S])|[\s\S]/y;

export function partsOf(source: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < source.length; ) {
    part.lastIndex = at;
    const groups = part.exec(source)?.groups ?? {};
    const end = source[at] === "[" ? classEnd(source, at) : part.lastIndex;
    const text = source.slice(at, end);
    parts.push({ kind: kindOf(groups), text });
    at = end;
  }
  return parts;
}

const MOST_ARMS = 64;

/** What is tried one after the other at a place: an expression costs what its arms cost together. */
export function armsOf(parts: Part[], most = MOST_ARMS): Part[][] {
  const arms = splitAtBars(parts);
  if (arms.length > 1) return arms.flatMap((arm) => armsOf(arm, most / arms.length));
  const start = parts.findIndex((_, at) => hasChoice(parts, at, most));
  if (start === -1) return [parts];
  const end = groupEnd(parts, start);
  const choices = splitAtBars(parts.slice(start + 1, end));
  return choices.flatMap((choice) =>
    armsOf([...parts.slice(0, start), ...choice, ...parts.slice(end + 1)], most / choices.length),
  );
}

/** Whether a group with bars begins here that is read once: each of its choices could stand there by itself. */
function hasChoice(parts: Part[], at: number, most: number): boolean {
  const { kind, text } = parts[at] ?? { kind: "other", text: "" };
  if (kind !== "open" || /[=!]$/.test(text) || depthAt(parts, at) > 0) return false;
  const end = groupEnd(parts, at);
  const next = parts[end + 1];
  if (next?.kind === "repeat" || next?.text === "?") return false;
  const choices = splitAtBars(parts.slice(at + 1, end)).length;
  return choices > 1 && choices <= most;
}

function splitAtBars(parts: Part[]): Part[][] {
  const arms: Part[][] = [[]];
  let depth = 0;
  for (const one of parts) {
    if (one.kind === "open") depth += 1;
    if (one.kind === "close") depth -= 1;
    if (depth === 0 && one.kind === "other" && one.text === "|") arms.push([]);
    else arms.at(-1)?.push(one);
  }
  return arms;
}

function depthAt(parts: Part[], at: number): number {
  const before = parts.slice(0, at);
  const count = (kind: Part["kind"]) => before.filter((one) => one.kind === kind).length;
  return count("open") - count("close");
}

/** The place of the part that closes the group which is opened at `start`. */
export function groupEnd(parts: Part[], start: number): number {
  let depth = 0;
  for (let at = start; at < parts.length; at += 1) {
    if (parts[at]?.kind === "open") depth += 1;
    if (parts[at]?.kind === "close") depth -= 1;
    if (depth === 0) return at;
  }
  return parts.length;
}

/** How far a repetition may go. */
export function mostOf(repeat: string): number {
  if (!repeat.startsWith("{")) return Number.POSITIVE_INFINITY;
  const [, least = "", comma = "", most = ""] = /^\{(\d+)(,?)(\d*)\}$/.exec(repeat) ?? [];
  if (comma === "") return Number(least);
  return most === "" ? Number.POSITIVE_INFINITY : Number(most);
}

function kindOf(groups: Record<string, string | undefined>): Part["kind"] {
  const kinds = ["open", "close", "repeat", "back"] as const;
  return kinds.find((kind) => groups[kind] !== undefined) ?? "other";
}

function classEnd(source: string, start: number): number {
  let depth = 0;
  for (let at = start; at < source.length; at += 1) {
    if (source[at] === "\\") at += 1;
    else if (source[at] === "[" && (depth === 0 || isSet(source, at))) depth += 1;
    else if (source[at] === "]") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return source.length;
}

/** Classes stand in one another in sets alone: `[[a]--[b]]`, `[\p{L}&&[b]]`. */
function isSet(source: string, at: number): boolean {
  return source[at - 1] === "[" || /^(?:--|&&)$/.test(source.slice(at - 2, at));
}
