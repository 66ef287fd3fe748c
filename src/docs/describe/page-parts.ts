import { visibleLine } from "../../text/safe/visible-text.ts";
import type { Habits } from "./page-habits.ts";

/** A component or callout that pages use. */
export type Part = { count: number; pages: number; example: string };

const mostParts = 500;
const longestExample = 120;
const component = /<([A-Z][\w.]{0,60})(?=[\s/>]|$)[^>]{0,110}>?/g;
const callouts: { pattern: RegExp; written: (name: string) => string }[] = [
  { pattern: /^\s*:{3,}\s*\{?\s*([\w-]{1,40})(?![\w.-])/, written: (name) => `:::${name}` },
  { pattern: /^\s*:{3}\s+\w+\.\w/, written: () => "::: name.of.code" },
  { pattern: /^\s*(?:!{3}|\?{3}\+?)\s+([\w-]{1,40})/, written: (name) => `!!! ${name}` },
  { pattern: /^\s*>\s*\[!(\w{1,20})\]/, written: (name) => `> [!${name}]` },
  { pattern: /^\s*\{%-?\s*(?!end)([\w-]{1,40})/, written: (name) => `{% ${name} %}` },
  { pattern: /^\s*\{\{[<%]\s*([\w-]{1,40})/, written: (name) => `{{< ${name} >}}` },
];

/** `onPage` holds what the page has been counted for. */
export function noteParts(habits: Habits, onPage: Set<string>, line: string): void {
  for (const { name, example } of partsIn(line)) {
    const known = habits.parts.get(name);
    if (known === undefined && habits.parts.size >= mostParts) continue;
    const part = known ?? {
      count: 0,
      pages: 0,
      example: visibleLine(example).slice(0, longestExample),
    };
    part.count += 1;
    if (!onPage.has(name)) part.pages += 1;
    onPage.add(name);
    habits.parts.set(name, part);
  }
  noteImport(habits, line);
}

function partsIn(line: string): { name: string; example: string }[] {
  const found: { name: string; example: string }[] = [];
  if (line.includes("<")) {
    const text = line.replace(/`[^`]*`/g, "");
    for (const [example, name] of text.matchAll(component))
      found.push({ name: `<${name}>`, example });
  }
  if (!/^\s*(?::::|!!!|\?\?\?|>|\{[%{])/.test(line)) return found;
  for (const { pattern, written } of callouts) {
    const match = pattern.exec(line);
    if (match !== null) found.push({ name: written(match[1] ?? ""), example: line });
  }
  return found;
}

function noteImport(habits: Habits, line: string): void {
  if (!line.startsWith("import ") || line.length > 300 || habits.imports.size >= mostParts) return;
  const names = /^import\s+([\w\s{},*]{1,200}?)\s+from\s/.exec(line)?.[1];
  for (const name of names?.match(/\b[A-Z]\w*/g) ?? []) {
    if (!habits.imports.has(name))
      habits.imports.set(name, visibleLine(line).slice(0, longestExample));
  }
}
