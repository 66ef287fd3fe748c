import type { RenderedPage } from "./rendered-page.ts";
import { element } from "./tree/page-node.ts";
import { writeHtml } from "./tree/write-html.ts";

/** The page with its title above it, for whoever has no other place for that. */
export function wholeHtml({ html, title }: RenderedPage): string {
  if (title === undefined) return html;
  return `<h1>${writeHtml([element("", {}, [title])])}</h1>${html}`;
}
