import type { PageFormat } from "../../../../docs/page/page-format.ts";
import { pageRegions } from "../../../../docs/page/regions.ts";

/** Text from outside as Markdown that a page can hold: no tags, no expressions, no statements; code stays as it is. */
export function safeMarkdown(text: string, format: PageFormat): string {
  const clean = text.replaceAll("\r\n", "\n").replaceAll("\0", "").toWellFormed().trim();
  const special = format === "mdx" ? /\\?[<{}]/g : /\\?</g;
  const escaped = pageRegions(`\n${clean}`, "md")
    .map(({ kind, start, end }) => {
      const piece = `\n${clean}`.slice(start, end);
      return kind === "code" ? piece : piece.replace(special, (found) => `\\${found.at(-1)}`);
    })
    .join("")
    .trimStart();
  // Such a line would be a statement of MDX, not text.
  return format === "mdx" ? escaped.replace(/^(?=import\b|export\b)/gm, "&#8203;") : escaped;
}

/** The lines as a block quote. */
export function blockQuote(markdown: string): string {
  return markdown
    .split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

/** A line of text inside a link or a heading, where brackets would end it. */
export function safeLabel(text: string, format: PageFormat): string {
  return safeMarkdown(text.replace(/\s+/g, " "), format).replace(/[[\]]/g, "\\$&");
}
