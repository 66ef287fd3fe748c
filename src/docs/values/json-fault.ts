const token =
  /[ \t\r\n]*(?:([[\]{},:])|("(?:[^"\\\p{Cc}]|\\.)*")|(-?\d[\d.eE+-]*|true|false|null))/suy;

/** What may come next: a value, a key, or what stands between them. */
type Wanted = "value" | "value or ]" | "key" | "key or }" | ":" | ", or end" | "end";

/** Where a text stops being JSON, as a line; undefined when its order of marks is sound. */
export function jsonFaultLine(text: string): number | undefined {
  const start = text.startsWith("\uFEFF") ? 1 : 0;
  const open: string[] = [];
  let wanted: Wanted = "value";
  let at = start;
  for (;;) {
    token.lastIndex = at;
    const [whole, mark, string] = token.exec(text) ?? [];
    if (whole === undefined) {
      const isDone = wanted === "end" && text.slice(at).trim() === "";
      return isDone ? undefined : lineAt(text, at + leadingSpace(text, at));
    }
    const next = after(wanted, mark ?? (string === undefined ? "value" : "string"), open);
    if (next === undefined) return lineAt(text, at + leadingSpace(text, at));
    wanted = next;
    at += whole.length;
  }
}

function after(wanted: Wanted, found: string, open: string[]): Wanted | undefined {
  const isClose = found === "]" || found === "}";
  if (isClose) {
    const isAllowed =
      wanted === ", or end" || wanted === `value or ${found}` || wanted === `key or ${found}`;
    return isAllowed && open.pop() === found ? behindValue(open) : undefined;
  }
  if (wanted === "key" || wanted === "key or }") return found === "string" ? ":" : undefined;
  if (wanted === ":") return found === ":" ? "value" : undefined;
  if (wanted === ", or end") {
    if (found !== ",") return undefined;
    return open.at(-1) === "}" ? "key" : "value";
  }
  if (wanted === "end" || found === "," || found === ":") return undefined;
  if (found === "[" || found === "{") {
    open.push(found === "[" ? "]" : "}");
    return found === "[" ? "value or ]" : "key or }";
  }
  return behindValue(open);
}

function behindValue(open: string[]): Wanted {
  return open.length === 0 ? "end" : ", or end";
}

function leadingSpace(text: string, at: number): number {
  return /^[ \t\r\n]*/.exec(text.slice(at, at + 10_000))?.[0].length ?? 0;
}

function lineAt(text: string, at: number): number {
  return text.slice(0, at).split("\n").length;
}
