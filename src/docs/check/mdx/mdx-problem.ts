import { parse, postprocess, preprocess } from "micromark";
import { mdxjs } from "micromark-extension-mdxjs";
import { readPage } from "../../page/page.ts";
import { type MdxDialect, toPlainMdx } from "./plain-mdx.ts";

export type MdxProblem = { line: number; message: string };

/**
 * The first thing that keeps a page from being read as MDX; undefined for none. Nothing in the page is run. A hostile
 * page can take very long, so this belongs on a thread that somebody watches.
 */
export function mdxProblem(source: string, dialect: MdxDialect): MdxProblem | undefined {
  const text = toPlainMdx(source, dialect);
  try {
    const parser = parse({ extensions: [mdxjs()] });
    const chunks = preprocess()(text, undefined, true);
    return tagProblem(postprocess(parser.document().write(chunks)));
  } catch (error) {
    return explainMdxFault(error, text);
  }
}

type Events = ReturnType<typeof postprocess>;
type Tag = { kind: "tag"; name: string; line: number; closes: boolean; closesItself: boolean };
type Open = Tag | { kind: "block"; type: string };

/** What a tag that is opened inside must be closed inside, in the words of a writer. */
const blocks: Record<string, string> = {
  paragraph: "paragraph",
  atxHeading: "heading",
  setextHeading: "heading",
  blockQuote: "quote",
  listOrdered: "list",
  listUnordered: "list",
  emphasis: "emphasis",
  strong: "bold text",
  link: "link",
};

/** The first tag that is not closed, or that closes nothing. */
function tagProblem(events: Events): MdxProblem | undefined {
  const open: Open[] = [];
  let tag: Tag | undefined;
  for (const [turn, token, context] of events) {
    // The extension's own types of tokens are not known to TypeScript here.
    const type: string = token.type;
    if (type === "mdxJsxFlowTag" || type === "mdxJsxTextTag") {
      if (turn === "enter") tag = newTag(token);
      const problem = turn === "exit" && tag !== undefined ? place(open, tag) : undefined;
      if (problem !== undefined) return problem;
    }
    if (tag !== undefined && turn === "enter") note(tag, type, () => context.sliceSerialize(token));
    if (blocks[type] === undefined) continue;
    if (turn === "enter") open.push({ kind: "block", type });
    const left = turn === "exit" ? open.pop() : undefined;
    if (left?.kind === "tag") return unclosed(left, blocks[type]);
  }
  const left = open.pop();
  return left?.kind === "tag" ? unclosed(left, undefined) : undefined;
}

function newTag({ start }: Events[number][1]): Tag {
  return { kind: "tag", name: "", line: start.line, closes: false, closesItself: false };
}

function note(tag: Tag, type: string, text: () => string): void {
  if (type.endsWith("TagClosingMarker")) tag.closes = true;
  if (type.endsWith("TagSelfClosingMarker")) tag.closesItself = true;
  if (type === "mdxJsxFlowTagName" || type === "mdxJsxTextTagName") {
    tag.name = text().trim().slice(0, 100);
  }
}

function place(open: Open[], tag: Tag): MdxProblem | undefined {
  if (tag.closesItself) return undefined;
  if (!tag.closes) {
    open.push(tag);
    return undefined;
  }
  const last = open.pop();
  if (last?.kind === "tag" && last.name === tag.name) return undefined;
  const { line, name } = tag;
  if (last?.kind === "tag") {
    const message = `</${name}> stands where the <${last.name}> of line ${last.line} is still open; write </${last.name}> first`;
    return { line, message };
  }
  const where = last === undefined ? "here" : `in this ${blocks[last.type]}`;
  const message = `</${name}> closes nothing ${where}; put it on a line of its own, like the <${name}> it belongs to, or remove it`;
  return { line, message };
}

function unclosed({ name, line }: Tag, block: string | undefined): MdxProblem {
  const where = block === undefined ? "" : ` before the ${block} ends`;
  return { line, message: `<${name}> is not closed${where}; write </${name}> or <${name} />` };
}

/** What the reader of MDX threw, as a sentence for a writer. */
function explainMdxFault(error: unknown, text: string): MdxProblem {
  if (error instanceof RangeError) {
    return { line: 1, message: "this page is nested too deeply to be read; make it flatter" };
  }
  const fault = readFault(error);
  if (fault.source.endsWith("mdx-jsx")) return tagFault(fault);
  if (fault.source.endsWith("mdx-expression")) return braceFault(fault, text);
  const { line, cause } = fault;
  const stray = "only imports and exports may follow here; leave an empty line before the text";
  if (fault.rule === "non-esm") return { line, message: stray };
  const message = `this import or export is not valid JavaScript${cause}; text must not begin with the word import or export`;
  return { line, message };
}

type Fault = { line: number; reason: string; rule: string; source: string; cause: string };

function readFault(error: unknown): Fault {
  const member = (key: string): unknown =>
    typeof error === "object" && error !== null ? Reflect.get(error, key) : undefined;
  const text = (key: string) => String(member(key) ?? "");
  const line = member("line");
  const cause = member("cause");
  return {
    line: typeof line === "number" && line > 0 ? line : 1,
    reason: text("reason"),
    rule: text("ruleId"),
    source: text("source"),
    cause: cause instanceof Error ? ` (${causeText(cause)})` : "",
  };
}

function causeText({ message }: Error): string {
  return message
    .replace(/\(\d{1,9}:\d{1,9}\)$/, "")
    .trimEnd()
    .replace(/\s+/g, " ")
    .slice(0, 100);
}

function tagFault({ line, reason, rule }: Fault): MdxProblem {
  const found = /^Unexpected character `([^`]+)`/.exec(reason)?.[1] ?? "";
  if (reason.includes("before name") && found === "!") {
    return { line, message: "MDX has no <!-- --> comments; write {/* … */}" };
  }
  if (reason.includes("to create a link")) {
    return { line, message: "MDX has no addresses in <…>; write [text](address)" };
  }
  if (reason.includes("before name")) {
    return {
      line,
      message: "the < here begins a tag; write \\< or &lt; for a plain less-than sign",
    };
  }
  if (rule === "unexpected-lazy") {
    const message =
      "this line belongs to a tag in a quote or list; mark or indent it like the first";
    return { line, message };
  }
  if (rule === "unexpected-eof" && reason.includes("attribute value")) {
    return { line, message: "the value of an attribute is not closed; add its closing quote" };
  }
  if (rule === "unexpected-eof") return { line, message: "a tag is not finished; add its >" };
  const at = found === "" ? "" : ` at ${found}`;
  const message = `this tag cannot be read${at}; attributes look like name="text" or name={value}, and a plain < is written \\<`;
  return { line, message };
}

function braceFault({ line, rule, cause }: Fault, text: string): MdxProblem {
  if (rule === "unexpected-eof") {
    const message = "the { is not closed; add its }, or write \\{ for a plain brace";
    return { line: openBraceLine(text) ?? line, message };
  }
  if (rule === "unexpected-lazy") {
    const message = "this line belongs to {…} in a quote or list; mark or indent it like the first";
    return { line, message };
  }
  const message = `what stands in {…} is not valid JavaScript${cause}; write \\{ for a plain brace`;
  return { line, message };
}

/** The reader says where the page ends; a writer looks for the brace that was never closed. */
function openBraceLine(text: string): number | undefined {
  let depth = 0;
  let opened = 0;
  for (const region of readPage(text, "mdx").regions) {
    if (region.kind === "code" || region.kind === "front-matter") continue;
    for (let at = region.start; at < region.end; at += 1) {
      const character = text[at];
      if (character === "\\") at += 1;
      if (character === "}") depth = Math.max(0, depth - 1);
      if (character !== "{") continue;
      if (depth === 0) opened = at;
      depth += 1;
    }
  }
  return depth === 0 ? undefined : text.slice(0, opened).split("\n").length;
}
