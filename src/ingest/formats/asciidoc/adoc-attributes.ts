import type { AdocPage } from "./adoc-page.ts";
import { madeId } from "./adoc-section.ts";
import { fillAttributes } from "./fill-attributes.ts";

const entry = /^:(!?)([\w][\w-]{0,60})(!?):(?: {1,9}(.*)|)$/;
const condition = /^(ifdef|ifndef|ifeval|endif)::([^[]{0,300})\[(.*)\]$/;
const verbatim = /^(?:-{4,}|\.{4,}|\+{4,}|\/{4,}|`{3,}[\w+#.,-]{0,40})$/;
const longestValue = 500;

/** Takes attributes and conditions out of the lines; what a condition leaves out is gone. Code keeps what looks like an attribute. */
export function readAttributes(page: AdocPage): void {
  const { lines } = page;
  const open: boolean[] = [];
  let hidden = 0;
  let code = "";
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    const [, kind, names = "", text = ""] = condition.exec(line) ?? [];
    if (kind !== undefined) {
      lines[at] = "";
      if (kind === "endif") hidden -= open.pop() === true ? 1 : 0;
      else {
        const isHidden = !holds(page, kind, kind === "ifeval" ? text : names);
        if (text !== "" && kind !== "ifeval") lines[at] = isHidden || hidden > 0 ? "" : text;
        else {
          open.push(isHidden);
          if (isHidden) hidden += 1;
        }
      }
      continue;
    }
    if (hidden > 0) lines[at] = "";
    else if (code !== "") code = line === code ? "" : code;
    else if (verbatim.test(line)) code = /^`*/.exec(line)?.[0] || line;
    else at = readEntry(page, at);
  }
}

function holds(page: AdocPage, kind: string, names: string): boolean {
  const { attributes } = page;
  if (kind === "ifeval") return compares(page, names);
  const isAny = names.includes(",");
  const given = names.split(/[,+]/).map((name) => attributes.has(name.trim().toLowerCase()));
  const isSet = isAny ? given.some(Boolean) : given.every(Boolean);
  return kind === "ifdef" ? isSet : !isSet;
}

const comparison =
  /^\s{0,9}(["']?)([^"'=!<>]{0,200})\1\s{0,9}([=!]=)\s{0,9}(["']?)([^"'=!<>]{0,200})\4\s{0,9}$/;

/** Whether two values are the same, or not; what is compared otherwise is taken to hold. */
function compares(page: AdocPage, condition: string): boolean {
  const [, , left = "", operator, , right = ""] = comparison.exec(condition) ?? [];
  if (operator === undefined) return true;
  const [one, other] = [left, right].map((side) => {
    const value = fillAttributes(side.trim(), page);
    // A name that nobody gave has no value.
    return /^\{[\w-]+\}$/.test(value) ? "" : value;
  });
  return (one === other) === (operator === "==");
}

/** `:name: value`, with the lines that it goes on for; gives its last line. */
function readEntry({ lines, attributes, room }: AdocPage, start: number): number {
  const [, off, name = "", offToo, first = ""] = entry.exec(lines[start] ?? "") ?? [];
  if (name === "") return start;
  let at = start;
  let value = first;
  while (value.endsWith(" \\") && at + 1 < lines.length && value.length < longestValue) {
    lines[at] = "";
    at += 1;
    value = `${value.slice(0, -2)} ${(lines[at] ?? "").trim()}`;
  }
  lines[at] = "";
  const isOff = off === "!" || offToo === "!";
  const filled = fillAttributes(value.replace(/@$/, ""), { attributes, room });
  if (isOff) attributes.delete(name.toLowerCase());
  else if (filled.length <= longestValue) attributes.set(name.toLowerCase(), filled);
  return at;
}

/** The titles of sections, which references may name before they come. */
export function readTitles(page: AdocPage): void {
  const ids = new Map<string, number>();
  let given = "";
  for (const line of page.lines) {
    const id = /^\[(?:\[([^\],\s]{1,200})[^\]]{0,300}\]|#([^\s,.%\]]{1,200})[^\]]{0,300})\]$/.exec(
      line,
    );
    const title = /^(?:={1,6}|#{1,6}) {1,9}(\S.{0,500})$/.exec(line)?.[1];
    if (title !== undefined) {
      const made = madeId({ attributes: page.attributes, ids }, title);
      for (const name of [given, made])
        if (name !== "") page.titles.set(name, title.replace(/[`*_]/g, ""));
    }
    given = id?.[1] ?? id?.[2] ?? (title === undefined ? given : "");
    if (line.trim() === "") given = "";
  }
}
