import type { CodeToken } from "./code-token.ts";
import { firstMode, type Grammar, scanLine } from "./grammar.ts";
import { json, script, yaml } from "./grammars.ts";
import { highlightMarkdown } from "./highlight-markdown.ts";
import type { Language } from "./language.ts";

const longestLine = 2_000;
const mostLines = 5_000;
const grammars: Partial<Record<Language, Grammar>> = { json, yaml, script };

/** Lines that follow one another, as coloured tokens. Their text is never changed. */
export function highlightLines(
  lines: string[],
  language: Language,
  options: { isFileStart?: boolean } = {},
): CodeToken[][] {
  const isTooMuch = lines.length > mostLines || lines.some((line) => line.length > longestLine);
  if (isTooMuch) return lines.map(plainLine);
  if (language === "markdown") return highlightMarkdown(lines, options.isFileStart ?? false);
  const grammar = grammars[language];
  return grammar ? highlightWith(grammar, lines) : lines.map(plainLine);
}

export function highlightWith(grammar: Grammar, lines: string[]): CodeToken[][] {
  let mode = firstMode;
  return lines.map((line) => {
    const scanned = scanLine(grammar, line, mode);
    mode = scanned.mode;
    return scanned.tokens;
  });
}

export function plainLine(text: string): CodeToken[] {
  return [{ text, kind: "", at: 0 }];
}
