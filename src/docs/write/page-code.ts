import { isBuiltin } from "node:module";
import { bracesEnd, effortFor, startsStatement } from "../page/markup/script-scan.ts";
import { isPageFile } from "../page/page-format.ts";
import { scanPage } from "../page/scan-page.ts";
import type { Site } from "../site/site.ts";
import { readScriptTokens, type ScriptToken } from "../values/script-tokens.ts";

/** A piece of a page that is code where the site is built. */
export type PageCode = {
  text: string;
  start: number;
  /** More than a value: a call, a function, a reach for the machine. An import of a module of the site alone is not. */
  runs: boolean;
};

/** The code of a page in order. Linear in its length; nothing is run. */
export function pageCode(path: string, text: string, inMarkdown: Site["pageCode"]): PageCode[] {
  if (/\.(?:html?|svg)$/i.test(path)) return [...scripts(text, 0)];
  if (!isPageFile(path)) return [];
  const found: PageCode[] = [];
  const isMdx = /\.mdx$/i.test(path) || inMarkdown === "mdx";
  const isTemplate = inMarkdown === "template";
  for (const { kind, start, end } of scanPage(text, isMdx ? "mdx" : "md").regions) {
    if (kind === "front-matter" || kind === "target") continue;
    const piece = text.slice(start, end);
    if (isMdx && kind !== "text") found.push(...mdxCode(piece, start));
    if (kind === "code") continue;
    found.push(...scripts(piece, start));
    if (isTemplate) found.push(...templateCode(piece, start));
  }
  return found;
}

/** What the page gets that it did not have. In what a verb writes the texts in quotes may differ: it corrects paths and labels. */
export function newCode<Code extends PageCode>(
  before: PageCode[],
  after: Code[],
  byVerb = false,
): Code[] {
  const seen = (text: string) => (byVerb ? withoutStrings(text) : text).replace(/\s+/g, " ").trim();
  const known = new Map<string, number>();
  for (const { text } of before) known.set(seen(text), (known.get(seen(text)) ?? 0) + 1);
  return after.filter(({ text }) => {
    const left = known.get(seen(text)) ?? 0;
    known.set(seen(text), left - 1);
    return left <= 0;
  });
}

function withoutStrings(text: string): string {
  return text.replace(/"[^"\n\\]*"|'[^'\n\\]*'/g, '""');
}

function* scripts(text: string, start: number): Generator<PageCode> {
  const lower = text.toLowerCase();
  for (let at = lower.indexOf("<script"); at !== -1; at = lower.indexOf("<script", at + 7)) {
    if (/[\w-]/.test(text.charAt(at + 7))) continue;
    const close = lower.indexOf("</script", at);
    const end = close === -1 ? text.length : close;
    yield { text: text.slice(at, end), start: start + at, runs: true };
    at = Math.max(at, end - 7);
  }
}

function mdxCode(piece: string, start: number): PageCode[] {
  if (startsStatement(piece, 0)) return [{ text: piece, start, runs: statementsRun(piece) }];
  if (piece.startsWith("{")) return expression(piece, start);
  return piece.startsWith("<") ? attributes(piece, start) : [];
}

function expression(text: string, start: number): PageCode[] {
  const { tokens } = readScriptTokens(text.slice(1, -1));
  const isComment = tokens.length === 0 && /^\{\s*(?:\/\*|\}$)/.test(text);
  return isComment ? [] : [{ text, start, runs: valueRuns(text) }];
}

function attributes(tag: string, start: number): PageCode[] {
  const found: PageCode[] = [];
  const effort = effortFor(tag);
  for (let at = tag.indexOf("{"); at !== -1; ) {
    const end = bracesEnd(tag, at, effort) ?? tag.length;
    found.push(...expression(tag.slice(at, end), start + at));
    at = tag.indexOf("{", end);
  }
  return found;
}

const bound = /\s(?::|v-|@|#)[\w:.[\]-]{0,100}=(?:"([^"]*)"|'([^']*)')/g;

function* templateCode(piece: string, start: number): Generator<PageCode> {
  for (let at = piece.indexOf("{{"); at !== -1; ) {
    const close = piece.indexOf("}}", at);
    if (close === -1) break;
    const text = piece.slice(at, close + 2);
    yield { text, start: start + at, runs: valueRuns(text) };
    at = piece.indexOf("{{", close + 2);
  }
  if (!piece.startsWith("<")) return;
  for (const match of piece.matchAll(bound)) {
    const text = match[1] ?? match[2] ?? "";
    yield { text, start: start + match.index, runs: valueRuns(text) };
  }
}

const plainMarks = new Set("{ } [ ] , : . ... ? ?. ; +/- + -".split(" "));
const plainWords = new Set(["true", "false", "null"]);
/** Names behind which there is a machine, or all of the language. */
const reach =
  /^(?:process|globalThis|global|window|require|module|Deno|Bun|eval|Function|constructor|__proto__|prototype)$/;

/** Values are strings, numbers, names, lists and records; whatever else there is may do something. */
function valueRuns(text: string): boolean {
  const { tokens } = readScriptTokens(text);
  return tokens.length === 0 ? /\S/.test(text) : !tokens.every(isOfValue);
}

function isOfValue({ kind, text }: ScriptToken, index: number, tokens: ScriptToken[]): boolean {
  if (kind === "string" || kind === "number" || kind === "template") return true;
  if (kind === "name") return !reach.test(text);
  if (kind === "keyword") return plainWords.has(text);
  if (text === "`") return isTextMark(tokens[index - 1]);
  return kind === "mark" && plainMarks.has(text);
}

/** A text in backticks that stands behind a value is given to it as to a function. */
function isTextMark(before: ScriptToken | undefined): boolean {
  return before?.kind !== "name" && before?.text !== "]" && before?.text !== "`";
}

/** Imports of the site's own modules and exports of plain values do not run anything that a job wrote. */
function statementsRun(text: string): boolean {
  const { tokens } = readScriptTokens(text);
  let at = 0;
  while (at < tokens.length) {
    const { text: word = "" } = tokens[at] ?? {};
    const end = statementEnd(tokens, at + 1);
    const own = tokens.slice(at, end);
    if (word === "import" ? importRuns(own) : word !== "export" || exportRuns(own)) return true;
    at = end;
  }
  return tokens.length === 0;
}

function statementEnd(tokens: ScriptToken[], from: number): number {
  for (let index = from; index < tokens.length; index += 1) {
    const { kind, text = "" } = tokens[index] ?? {};
    if (kind === "keyword" && (text === "import" || text === "export")) return index;
  }
  return tokens.length;
}

function importRuns(tokens: ScriptToken[]): boolean {
  const place = tokens.findIndex(({ kind }) => kind === "string");
  const { text: module } = tokens[place] ?? { text: "" };
  const isElsewhere = /^[a-z][a-z0-9+.-]*:|^\/\//i.test(module) || isBuiltin(module);
  const rest = tokens.slice(place + 1).some(({ text }) => text !== ";");
  return place === -1 || isElsewhere || rest || tokens.some(({ text }) => text === "(");
}

function exportRuns(tokens: ScriptToken[]): boolean {
  const value = tokens.findIndex(({ text }) => text === "=" || text === "default");
  const head = tokens.slice(1, value);
  const isPlainHead = head.every(
    ({ kind, text }) => kind === "name" || /^(?:const|var)$/.test(text),
  );
  return value === -1 || !isPlainHead || !tokens.slice(value + 1).every(isOfValue);
}
