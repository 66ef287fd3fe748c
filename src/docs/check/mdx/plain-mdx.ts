import { frontMatterEnd } from "../../page/front-matter.ts";
import { readPage } from "../../page/page.ts";

/** What a site generator takes in `.mdx` files beyond MDX itself. */
export type MdxDialect = {
  /** `<!-- -->` */
  comments: boolean;
  /** `## Heading {#id}` */
  headingIds: boolean;
};

/** The page in MDX proper: what only the generator understands becomes spaces, and every line stays where it is. */
export function toPlainMdx(source: string, dialect: MdxDialect): string {
  const start = frontMatterEnd(source);
  const whole = blank(source.slice(0, start)) + source.slice(start);
  const text = whole.includes(":::") ? whole.replace(directive, blankAttributes) : whole;
  const withoutIds = dialect.headingIds ? text.replace(headingId, blankId) : text;
  return dialect.comments ? blankComments(withoutIds) : withoutIds;
}

/** `:::info{.wide}`: with directives come attributes, and what stands in their braces is no expression. */
const directive =
  /^([ \t>]{0,50}:{3,}[A-Za-z][\w-]{0,50}(?:\[[^\]\n]{0,500}\])?)(\{[^{}\n]{0,500}\})/gm;

function blankAttributes(_: string, before: string, attributes: string): string {
  return before + blank(attributes);
}

const headingId = /^( {0,3}#{1,6}[ \t][^\n]{0,1000}?)(\{#[^{}\s]{1,200}\})([ \t]*\r?)$/gm;

function blankId(_: string, before: string, id: string, after: string): string {
  return before + blank(id) + after;
}

function blankComments(text: string): string {
  if (!text.includes("<!--")) return text;
  const pieces: string[] = [];
  let at = 0;
  for (const region of readPage(text, "mdx").regions) {
    if (region.kind === "code" || region.start < at) continue;
    for (;;) {
      const open = text.indexOf("<!--", Math.max(at, region.start));
      if (open === -1 || open >= region.end) break;
      const close = text.indexOf("-->", open + 4);
      const end = close === -1 ? text.length : close + 3;
      pieces.push(text.slice(at, open), blank(text.slice(open, end)));
      at = end;
    }
  }
  pieces.push(text.slice(at));
  return pieces.join("");
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
