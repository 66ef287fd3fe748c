import MarkdownIt, { type Token } from "markdown-it";
import { frontMatterEnd } from "./front-matter.ts";
import { unixLines } from "./line-ends.ts";
import { stripMarkup } from "./markup/strip-markup.ts";
import type { PageFormat } from "./page-format.ts";
import { createSlugger } from "./slug.ts";

export type RenderOptions = {
  format: PageFormat;
  /** Where a link of the page leads on our side. */
  linkTo(href: string): string;
};

/** A page as HTML: tags and components become their text, images their description, and no script can come through. */
export function renderHtml(source: string, options: RenderOptions): string {
  const written = unixLines(source.slice(frontMatterEnd(source)));
  const body = stripMarkup(written, options.format).text;
  const parser = new MarkdownIt({ html: false, linkify: false });
  if (options.format === "mdx") parser.disable("code");
  const slug = createSlugger();
  const tokens = parser.parse(body, {});
  orderHeadings(tokens);
  for (const [index, token] of tokens.entries()) {
    if (token.type === "heading_open") nameHeading(token, tokens[index + 1], slug);
    for (const child of token.children ?? []) adapt(child, options);
  }
  const html = parser.renderer.render(tokens, parser.options, {});
  return html
    .replaceAll("<table>", '<div class="table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<pre>", '<pre tabindex="0">');
}

/** One heading of the first level, which is the page's title, and none that leaves out a level: so they can be heard. */
function orderHeadings(tokens: Token[]): void {
  const open = tokens.filter(({ type }) => type === "heading_open");
  const close = tokens.filter(({ type }) => type === "heading_close");
  let before = 1;
  for (const [index, token] of open.entries()) {
    const isTitle = token === tokens[0] && token.tag === "h1";
    const level = isTitle ? 1 : Math.min(before + 1, Math.max(2, Number(token.tag.slice(1))));
    before = level;
    for (const one of [token, close[index]]) if (one) one.tag = `h${level}`;
  }
}

function nameHeading(
  open: Token,
  inline: Token | undefined,
  slug: (heading: string) => string,
): void {
  const text = (inline?.children ?? []).map((child) => child.content).join("");
  const explicit = /\{#([^{}\s]{1,200})\}$/.exec(text);
  const last = inline?.children?.at(-1);
  if (explicit && last) last.content = last.content.replace(/\{#[^{}\s]{1,200}\}$/, "").trimEnd();
  open.attrSet("id", explicit?.[1] ?? slug(text));
}

function adapt(child: Token, { linkTo }: RenderOptions): void {
  if (child.type === "link_open") {
    child.attrSet("href", linkTo(String(child.attrGet("href") ?? "")));
    child.attrSet("rel", "noreferrer");
  }
  if (child.type !== "image") return;
  child.type = "text";
  child.content = child.content ? `[${child.content}]` : "";
}
