import { isBuiltin } from "node:module";
import { bracesEnd, effortFor, startsStatement } from "../page/markup/script-scan.ts";
import { isPageFile } from "../page/page-format.ts";
import { isScriptBody } from "../page/page-links.ts";
import type { Region } from "../page/region.ts";
import { scanPage } from "../page/scan-page.ts";
import type { Site } from "../site/site.ts";
import { readScriptTokens, type ScriptToken } from "../values/script-tokens.ts";
import { attributesIn } from "./attributes-in.ts";

/** A piece of a page that is code where the site is built. */
export type PageCode = {
  text: string;
  start: number;
  /** More than a value: a call, a function, a reach for the machine. An import of a module of the site alone is not. */
  runs: boolean;
};

/** The code of a page. Linear in its length; nothing is run. */
export function pageCode(path: string, text: string, inMarkdown: Site["pageCode"]): PageCode[] {
  if (/\.(?:html?|svg)$/i.test(path)) return [...markupCode(text)];
  if (!isPageFile(path)) return [];
  const isMdx = /\.mdx$/i.test(path) || inMarkdown === "mdx";
  const { regions } = scanPage(text, isMdx ? "mdx" : "md");
  const found: PageCode[] = [...scriptFrontMatter(text)];
  for (const { kind, start, end } of wholeTags(regions)) {
    const piece = text.slice(start, end);
    if (kind === "front-matter") found.push(...headCode(piece, start));
    else if (isMdx && kind === "target") found.push(...attributes(piece, start));
    else if (isMdx && kind !== "text") found.push(...mdxCode(piece, start));
  }
  const read = withoutCode(text, regions);
  found.push(...markupCode(read));
  if (inMarkdown === "template" && !isMdx) found.push(...templateCode(read));
  return found;
}

/** Regions in which a tag is one piece, also where it holds addresses. */
function wholeTags(regions: Region[]): Pick<Region, "kind" | "start" | "end">[] {
  const whole: { kind: Region["kind"]; start: number; end: number; isCut: boolean }[] = [];
  for (const region of regions) {
    const { kind, start, end } = region;
    const last = whole.at(-1);
    const isAddress = region.kind === "target" && region.form === "attribute";
    const goesOn = last?.kind === "markup" && (isAddress || (last.isCut && kind === "markup"));
    if (last && goesOn) Object.assign(last, { end, isCut: isAddress });
    else whole.push({ kind, start, end, isCut: false });
  }
  return whole;
}

/** The text with blanks where code is only shown, and in the front matter. */
function withoutCode(text: string, regions: Region[]): string {
  return regions
    .map(({ kind, start, end }, index) => {
      const isShown = kind === "code" && !isScriptBody(text, regions, index);
      return isShown || kind === "front-matter" ? " ".repeat(end - start) : text.slice(start, end);
    })
    .join("");
}

/** Readers of front matter run what says that it is a script. */
function scriptFrontMatter(text: string): PageCode[] {
  const fence =
    /^\uFEFF?\s*---[ \t]*(?:[cm]?js|javascript|ts|typescript|coffee(?:script)?|cson)[ \t]*\r?\n/i;
  const opening = fence.exec(text)?.[0];
  if (opening === undefined) return [];
  const close = text.indexOf("\n---", opening.length - 1);
  return [{ text: text.slice(0, close === -1 ? text.length : close), start: 0, runs: true }];
}

/** Front matter may put tags into the head of its page. */
function headCode(frontMatter: string, start: number): PageCode[] {
  const found = [...scripts(frontMatter, start)];
  const at = /\bhead["']?[ \t]*:/.exec(frontMatter)?.index ?? -1;
  if (at === -1) return found;
  const rest = frontMatter.slice(at);
  const text = rest.slice(0, /\n(?=[^\s#-])/.exec(rest)?.index);
  return /\bscript\b/i.test(text) ? [...found, { text, start: start + at, runs: true }] : found;
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

/** What HTML runs: scripts, handlers of events, and addresses that are scripts. */
function* markupCode(text: string): Generator<PageCode> {
  yield* scripts(text, 0);
  const isHandler = (name: string) => handlers.test(name);
  for (const { name, value, start } of attributesIn(
    text,
    (one) => isHandler(one) || addresses.test(one),
  )) {
    const runs = isHandler(name) ? !value.startsWith("{") : isScriptAddress(value);
    if (runs) yield { text: `${name}=${value}`, start, runs };
  }
}

const handlers =
  /^(?:srcdoc|on(?:abort|activate|after|animation|auxclick|before|begin|blur|cancel|canplay|change|click|close|contextmenu|copy|cuechange|cut|dblclick|drag|drop|durationchange|emptied|end|error|focus|formdata|fullscreen|gotpointer|hashchange|input|invalid|key|load|lostpointer|message|mouse|page|paste|pause|play|pointer|popstate|progress|ratechange|repeat|reset|resize|scroll|search|security|seek|select|show|slotchange|stalled|storage|submit|suspend|timeupdate|toggle|touch|transition|unhandled|unload|volumechange|waiting|webkit|wheel)[a-z]*)$/i;
const addresses = /^(?:(?:xlink:)?href|src|action|formaction|data|to|values|from)$/i;

/** Browsers read over blanks and references to characters in an address. */
function isScriptAddress(value: string): boolean {
  const plain = value
    .slice(0, 1_000)
    .replace(/&(?:tab|newline);/gi, "")
    .replace(/&colon;/gi, ":")
    .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi, (_, hex?: string, decimal?: string) =>
      String.fromCharCode(hex ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replace(/[^!-~]/g, "");
  return /^(?:javascript|vbscript):|^data:text\/html/i.test(plain);
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

function* templateCode(text: string): Generator<PageCode> {
  for (let at = text.indexOf("{{"); at !== -1; ) {
    const close = text.indexOf("}}", at);
    if (close === -1) break;
    const piece = text.slice(at, close + 2);
    yield { text: piece, start: at, runs: valueRuns(piece) };
    at = text.indexOf("{{", close + 2);
  }
  for (const { name, value, start } of attributesIn(text, (one) => directive.test(one))) {
    const computed = /\[([\s\S]*)$/.exec(name)?.[1]?.replace(/\][^\]]*$/, "") ?? "";
    const piece = computed === "" ? value : `${name}=${value}`;
    yield { text: piece, start, runs: valueRuns(value) || valueRuns(computed) };
  }
}

const directive = /^(?:v-|[:@#.])[\w[]/;

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
