import { type Token, tokenizer, tokTypes } from "acorn";
import { lineCounter } from "./line-counter.ts";

export type ScriptToken = {
  kind: "name" | "keyword" | "string" | "template" | "number" | "mark" | "other";
  /** The name, the text of a literal, or the mark itself. */
  text: string;
  start: number;
};

export type ScriptTokens = {
  tokens: ScriptToken[];
  /** For each opening bracket the index of its closing one; the number of tokens when it is never closed. */
  closing: Map<number, number>;
  lineAt(index: number): number;
};

const maxTokens = 200_000;
const openers = new Set(["(", "[", "{", "${"]);
const closers = new Set([")", "]", "}"]);

/** The tokens of a script, up to the first place that cannot be read. Types of TypeScript are tokens like any other. */
export function readScriptTokens(text: string): ScriptTokens {
  const tokens: ScriptToken[] = [];
  const closing = new Map<number, number>();
  const open: number[] = [];
  for (const token of tokensOf(text)) {
    const read = simplify(token);
    const index = tokens.push(read) - 1;
    if (read.kind !== "mark") continue;
    if (openers.has(read.text)) {
      open.push(index);
      closing.set(index, Number.POSITIVE_INFINITY);
    }
    const opener = closers.has(read.text) ? open.pop() : undefined;
    if (opener !== undefined) closing.set(opener, index);
  }
  for (const opener of open) closing.set(opener, tokens.length);
  const lineOf = lineCounter(text);
  const lineAt = (index: number) => lineOf((tokens[index] ?? tokens.at(-1))?.start ?? 0);
  return { tokens, closing, lineAt };
}

function* tokensOf(text: string): Generator<Token> {
  try {
    const source = tokenizer(text, {
      ecmaVersion: "latest",
      sourceType: "module",
      allowHashBang: true,
    });
    for (let count = 0; count < maxTokens; count += 1) {
      const token = source.getToken();
      if (token.type === tokTypes.eof) return;
      yield token;
    }
  } catch {
    return;
  }
}

function simplify(token: Token): ScriptToken {
  const { type, start } = token;
  const held: unknown = "value" in token ? token.value : undefined;
  const text = typeof held === "string" || typeof held === "number" ? String(held) : type.label;
  if (type === tokTypes.name) return { kind: "name", text, start };
  if (type === tokTypes.string) return { kind: "string", text, start };
  if (type === tokTypes.template) return { kind: "template", text, start };
  if (type === tokTypes.num) {
    return { kind: typeof held === "number" ? "number" : "other", text, start };
  }
  if (type === tokTypes.regexp || type === tokTypes.privateId) {
    return { kind: "other", text: "", start };
  }
  return { kind: type.keyword === undefined ? "mark" : "keyword", text, start };
}
