import { headingAnchors } from "../page/anchors.ts";
import type { PageFormat } from "../page/page-format.ts";
import { parsePage } from "../page/parse-page.ts";
import type { SlugStyle } from "../page/slug.ts";
import { finishPage } from "./finish/finish-page.ts";
import { linkBareAddresses } from "./finish/link-bare-addresses.ts";
import { layOutPage } from "./layout/lay-out-page.ts";
import type { PageAddresses } from "./page-addresses.ts";
import { parserOf } from "./page-parser.ts";
import type { RenderedPage } from "./rendered-page.ts";
import { buildTree } from "./tree/build-tree.ts";
import { writeHtml } from "./tree/write-html.ts";

export type RenderOptions = {
  format: PageFormat;
  slugStyle: SlugStyle;
  addresses: PageAddresses;
};

/**
 * A page as HTML. Nothing of it is run: components become what they look like, and only elements and attributes on a
 * list are written. Never throws on a page that fits the stack; linear in its length.
 */
export function renderPage(
  source: string,
  { format, slugStyle, addresses }: RenderOptions,
): RenderedPage {
  const laid = layOutPage(source, format);
  const tokens = parserOf(format).parse(laid.lines.join("\n"), {});
  const anchors = headingAnchors(source, parsePage(source, format).blocks, slugStyle);
  const tree = linkBareAddresses(buildTree(tokens, laid, addresses), addresses);
  const { body, title, contents } = finishPage(tree, anchors);
  return { html: writeHtml(body), title, contents };
}
