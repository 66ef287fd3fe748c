import type { CodeGrammar } from "./code-grammar.ts";
import { grammarTable } from "./grammar-table.ts";

const byName = new Map(
  grammarTable.flatMap(([names, own]) =>
    names.split(" ").map((name): [string, CodeGrammar] => [name, own]),
  ),
);

/** By the word behind a fence. */
export function grammarOf(language: string): CodeGrammar | undefined {
  return byName.get(language);
}

const plain = new Set(["", "text", "txt", "plain", "plaintext", "none", "raw", "nohighlight"]);

/** What a reader is told the language is; "" for plain text. */
export function languageLabel(language: string): string {
  if (plain.has(language)) return "";
  return grammarOf(language)?.label ?? language;
}
