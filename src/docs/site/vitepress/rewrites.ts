import { isText, recordOf, type StaticValue } from "../../values/static-value.ts";
import { reportComputed } from "../report-computed.ts";
import type { SiteProblem } from "../site.ts";

const maxRules = 1_000;
const maxPattern = 300;
const unread = "Some rewrites are patterns that are not read here, so addresses may differ.";

type Values = ReadonlyMap<string, string>;
type Rule = { match(path: string): Values | undefined; to: string };

/**
 * Where the pages' files are published instead: exact paths, and patterns of `:name`, `:name*` and `(.*)`. The first
 * rule that fits decides.
 */
export function readRewrites(
  value: StaticValue,
  problems: SiteProblem[],
): (path: string) => string {
  reportComputed(problems, value, "The rewrites are made by code, so addresses may differ.");
  const exact = new Map<string, string>();
  const rules: Rule[] = [];
  for (const [from, to] of [...(recordOf(value) ?? [])].slice(0, maxRules)) {
    if (!isText(to)) continue;
    const match = /[:(]/.test(from) ? matcherOf(from) : undefined;
    if (match !== undefined) rules.push({ match, to: to.value });
    else if (!/[:(]/.test(from)) exact.set(from, to.value);
    else if (!problems.some(({ message }) => message === unread)) {
      problems.push({ path: to.path, line: to.line, message: unread });
    }
  }
  return (path) => {
    const named = exact.get(path);
    if (named !== undefined) return named;
    for (const { match, to } of rules) {
      const values = match(path);
      if (values !== undefined) return filled(to, values);
    }
    return path;
  };
}

type Token = { text: string } | { name: string; isDeep: boolean };

const tokenPattern = /:(\w{1,50})(\*|\(\.\*\))?|\(\.\*\)|\((\w{1,50})\)|[^:()]+/y;

/** undefined for a pattern with other expressions, or with more than one part that may hold slashes. */
function matcherOf(pattern: string): Rule["match"] | undefined {
  if (pattern.length > maxPattern) return undefined;
  const tokens: Token[] = [];
  let unnamed = 0;
  tokenPattern.lastIndex = 0;
  for (let at = 0; at < pattern.length; at = tokenPattern.lastIndex) {
    const found = tokenPattern.exec(pattern);
    if (found === null) return undefined;
    const [text, name, kind, group] = found;
    if (name !== undefined) tokens.push({ name, isDeep: kind !== undefined });
    else if (text === "(.*)") tokens.push({ name: String(unnamed++), isDeep: true });
    else if (group !== undefined) tokens.push({ text: group });
    else tokens.push({ text });
  }
  if (tokens.filter((token) => "isDeep" in token && token.isDeep).length > 1) return undefined;
  return (path) => matchTokens(tokens, path);
}

/** Each name takes as little as it can, so every text is looked for once; the last token takes what is left. */
function matchTokens(tokens: Token[], path: string): Values | undefined {
  const values = new Map<string, string>();
  let at = 0;
  for (const [index, token] of tokens.entries()) {
    if ("text" in token) {
      if (!path.startsWith(token.text, at)) return undefined;
      at += token.text.length;
      continue;
    }
    const next = tokens[index + 1];
    const end = endOf(path, at, { next, isLast: index + 2 >= tokens.length });
    const value = path.slice(at, end);
    const isHeld = token.isDeep || (value !== "" && !value.includes("/"));
    if (end < at || !isHeld) return undefined;
    values.set(token.name, value);
    at = end;
  }
  return at === path.length ? values : undefined;
}

function endOf(
  path: string,
  at: number,
  { next, isLast }: { next: Token | undefined; isLast: boolean },
): number {
  if (next === undefined) return path.length;
  if (!("text" in next)) return -1;
  return isLast ? path.length - next.text.length : path.indexOf(next.text, at + 1);
}

function filled(to: string, values: Values): string {
  let unnamed = 0;
  return to.replace(/:(\w{1,50})\*?|\(\.\*\)/g, (text, name: string | undefined) => {
    const key = name ?? String(unnamed++);
    return values.get(key) ?? text;
  });
}
