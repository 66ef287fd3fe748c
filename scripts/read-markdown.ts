import MarkdownIt, { type Token } from "markdown-it";

export type Quoted = { text: string; line: number };
export type MarkdownParts = { links: Quoted[]; codeSpans: Quoted[]; anchors: Set<string> };

const ATTRIBUTE = /\b(href|src|id)=(?:"([^"]*)"|'([^']*)')/g;
const EXPLICIT_ANCHOR = /\{#([\w-]+)\}\s*$/;

/** The link targets, code spans and anchors of a Markdown or MDX page, with their lines. */
export function readMarkdown(file: string, source: string): MarkdownParts {
  const parts: MarkdownParts = { links: [], codeSpans: [], anchors: new Set() };
  const slugs = new Map<string, number>();
  let line = 1;
  let previous: Token | undefined;
  for (const token of parserFor(file).parse(blankFrontMatter(source), {})) {
    if (token.map !== null) line = token.map[0] + 1;
    if (token.type === "html_block") readAttributes(token.content, line, parts);
    if (token.type === "inline") readInline(token, line, parts);
    if (token.type === "inline" && previous?.type === "heading_open") {
      parts.anchors.add(anchorOf(token, slugs));
    }
    previous = token;
  }
  return parts;
}

// MDX has no indented code, and Markdown goes on inside its tags: there they are read as text.
function parserFor(file: string): InstanceType<typeof MarkdownIt> {
  if (!file.endsWith(".mdx")) return new MarkdownIt({ html: true });
  return new MarkdownIt({ html: false }).disable("code");
}

function blankFrontMatter(source: string): string {
  const lines = source.split("\n");
  if (lines[0]?.trimEnd() !== "---") return source;
  const end = lines.findIndex((text, index) => index > 0 && text.trimEnd() === "---");
  return end < 0 ? source : "\n".repeat(end + 1) + lines.slice(end + 1).join("\n");
}

function readInline(token: Token, firstLine: number, parts: MarkdownParts): void {
  let line = firstLine;
  let plain = "";
  for (const child of token.children ?? []) {
    const target = child.attrGet("href") ?? child.attrGet("src");
    if (target !== null) parts.links.push({ text: String(target), line });
    if (child.type === "code_inline") parts.codeSpans.push({ text: child.content, line });
    const isBreak = child.type === "softbreak" || child.type === "hardbreak";
    if (isBreak) line += 1;
    plain += isBreak ? "\n" : child.type === "code_inline" ? " " : child.content;
  }
  readAttributes(plain, firstLine, parts);
}

function readAttributes(text: string, firstLine: number, parts: MarkdownParts): void {
  let line = firstLine;
  let counted = 0;
  for (const match of text.matchAll(ATTRIBUTE)) {
    line += text.slice(counted, match.index).split("\n").length - 1;
    counted = match.index;
    const value = match[2] ?? match[3] ?? "";
    if (match[1] === "id") parts.anchors.add(value);
    else parts.links.push({ text: value, line });
  }
}

// GitHub's rules: punctuation goes, spaces become hyphens, repeated headings are numbered.
function anchorOf(heading: Token, slugs: Map<string, number>): string {
  const text = (heading.children ?? []).map((child) => child.content).join("");
  const explicit = EXPLICIT_ANCHOR.exec(text.slice(-200))?.[1];
  if (explicit !== undefined) return explicit;
  const slug = text
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, "")
    .replaceAll(" ", "-");
  const uses = slugs.get(slug) ?? 0;
  slugs.set(slug, uses + 1);
  return uses === 0 ? slug : `${slug}-${uses}`;
}
