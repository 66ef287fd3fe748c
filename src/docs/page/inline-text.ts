import type MarkdownIt from "markdown-it";
import type { Env, Token } from "markdown-it";

type Parser = InstanceType<typeof MarkdownIt>;

const marks = /[\\*_[\]<&~]| {2}\n/;

/** The readable text of what stands between two block marks; `links` is what the parser noted of the page's definitions. */
export function inlineText(parser: Parser, links: Env, content: string): string {
  const simple = simpleText(content);
  if (simple !== undefined) return simple;
  const tokens: Token[] = [];
  parser.inline.parse(content, parser, links, tokens);
  return joined(tokens);
}

/** Most lines hold nothing but words, short code spans and plain links, and need no parser. */
function simpleText(content: string): string | undefined {
  const pieces = content.split("`");
  if (pieces.length % 2 === 0) return undefined;
  let text = "";
  for (let index = 0; index < pieces.length; index += 1) {
    const piece = pieces[index] ?? "";
    if (piece === "" && index > 0 && index < pieces.length - 1) return undefined;
    const read = index % 2 === 0 ? wordsOf(piece) : codeText(piece);
    if (read === undefined) return undefined;
    text += read;
  }
  return text.trim();
}

/** The parser refuses links that could run something, so an address with a scheme other than the web's is left to it. */
const plainLink =
  /(?<!!)\[(?!\s)([^\\`*_[\]<&~\n]{1,200})(?<!\s)\]\(((?:https?:)?[^\s()\\`<>&:"']{1,500})\)/g;

function wordsOf(text: string): string | undefined {
  const bare = text.includes("](") ? text.replace(plainLink, "$1") : text;
  if (marks.test(bare)) return undefined;
  return bare.includes("\n") ? bare.replace(/ ?\n[ \t]*/g, " ") : bare;
}

function codeText(text: string): string {
  const line = text.replaceAll("\n", " ");
  const isPadded = line.startsWith(" ") && line.endsWith(" ") && line.trim() !== "";
  return isPadded ? line.slice(1, -1) : line;
}

function joined(tokens: Token[]): string {
  return tokens.map(textOfInline).join("").trim();
}

function textOfInline(token: Token): string {
  if (token.type === "softbreak") return " ";
  if (token.type === "hardbreak") return "\n";
  if (token.type === "image") return joined(token.children ?? []);
  return token.content;
}
