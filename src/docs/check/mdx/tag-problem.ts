import type { postprocess } from "micromark";
import type { MdxProblem } from "./mdx-problem.ts";

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
export function tagProblem(events: Events): MdxProblem | undefined {
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
