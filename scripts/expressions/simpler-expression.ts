import { groupEnd, mostOf, type Part, type Simpler } from "./expression-parts.ts";

/** A sign that no text holds. To look for it always fails. */
const NO_SIGN = "\\uF8FF";

/** The expression in words that the checker knows, as costly as before in how it grows. */
export function simplerExpression(parts: Part[], options: Simpler): string {
  const run = wholeRun(parts);
  if (run === undefined) return written(parts, options);
  const rest = written(run.rest, options);
  const atRun = `${NO_SIGN}${run.sign}+${written(run.rest.map(withMark), options)}`;
  return run.mayBeEmpty ? `${atRun}|${rest}` : atRun;
}

/**
 * `(?<!x)x+…` is tried at the beginning of each run of x alone. A mark that stands there, in a text with as many marks
 * as one likes, says the same to the checker.
 */
function wholeRun(parts: Part[]): { sign: string; mayBeEmpty: boolean; rest: Part[] } | undefined {
  const [open, not, close, sign, repeat, ...rest] = parts;
  const isRun = open?.text === "(?<!" && close?.kind === "close" && not?.text === sign?.text;
  if (!isRun || sign?.kind !== "other" || repeat?.kind !== "repeat") return undefined;
  return { sign: withoutSets(sign.text), mayBeEmpty: /^(?:\*|\{0)/.test(repeat.text), rest };
}

/** What may read on beyond the beginning of a run reads the mark there too. */
function withMark(part: Part): Part {
  if (part.kind !== "other") return part;
  if (/^\\[wsd]$/.test(part.text)) return { ...part, text: `[${part.text}${NO_SIGN}]` };
  const isClass = part.text.startsWith("[") && !part.text.startsWith("[^");
  return isClass ? { ...part, text: `${part.text.slice(0, -1)}${NO_SIGN}]` } : part;
}

function written(parts: Part[], options: Simpler): string {
  let text = "";
  for (let at = 0; at < parts.length; at += 1) {
    const one = parts[at] ?? { kind: "other", text: "" };
    if (one.kind !== "open" || !/[=!]$/.test(one.text)) {
      text += partText(one, options);
      continue;
    }
    const end = groupEnd(parts, at);
    text += aroundText(one.text, parts.slice(at + 1, end), options);
    at = end;
  }
  return text;
}

function partText({ kind, text }: Part, { endless, around }: Simpler): string {
  if (kind === "repeat") return shorter(text, endless);
  if (kind === "open") return text.replace(/^\(\?[a-z-]+:$/, "(?:");
  if (kind !== "back") return withoutSets(text);
  return around === "failing" ? NO_SIGN : around === "gone" ? "(?:)" : "[\\s\\S]";
}

function aroundText(open: string, inside: Part[], options: Simpler): string {
  if (options.around === "failing" && inside.length > 0) return NO_SIGN;
  if (options.around === "gone" || open.includes("<")) return "(?:)";
  return `(?:${written(inside, options)})`;
}

function shorter(repeat: string, endless: number): string {
  if (!repeat.startsWith("{")) return repeat;
  const least = Math.min(3, Number.parseInt(repeat.slice(1), 10));
  const most = mostOf(repeat);
  if (most >= endless) return `{${least},}`;
  return repeat.includes(",") ? `{${least},${Math.min(most, least + 2)}}` : `{${least}}`;
}

/** The checker knows no sets: all that one is cut out of stands for it. */
function withoutSets(text: string): string {
  if (!/^\[.*(?:--|&&)\[/.test(text)) return text;
  return text.replace(/(?:--|&&)\[[^\]]{0,300}\]/g, "").replace(/^\[\[([^\]]{0,300})\]\]$/, "[$1]");
}
