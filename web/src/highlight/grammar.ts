import type { CodeKind, CodeToken } from "./code-token.ts";

/**
 * `match` is sticky and its cost must not grow faster than what it reads: every line comes from strangers.
 * `to` names the mode that holds after it, also on the next line.
 */
export type Rule = { match: RegExp; kind: CodeKind | ((text: string) => CodeKind); to?: string };
export type Grammar = Record<string, Rule[]>;

export const firstMode = "start";

export function scanLine(
  grammar: Grammar,
  line: string,
  mode: string,
): { tokens: CodeToken[]; mode: string } {
  const tokens: CodeToken[] = [];
  let now = mode;
  let at = 0;
  while (at < line.length) {
    const hit = firstHit(grammar[now] ?? [], line, at);
    const text = hit?.text ?? line.charAt(at);
    addToken(tokens, { text, kind: hit?.kind ?? "", at });
    at += text.length;
    now = hit?.to ?? now;
  }
  return { tokens, mode: now };
}

/** Neighbours of one kind are one token. */
export function addToken(tokens: CodeToken[], token: CodeToken): void {
  const last = tokens.at(-1);
  if (last && last.kind === token.kind) last.text += token.text;
  else tokens.push(token);
}

function firstHit(rules: Rule[], line: string, at: number) {
  for (const { match, kind, to } of rules) {
    match.lastIndex = at;
    const text = match.exec(line)?.[0];
    if (!text) continue;
    return { text, kind: typeof kind === "string" ? kind : kind(text), to };
  }
  return undefined;
}
