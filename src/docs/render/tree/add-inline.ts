import type { Token } from "markdown-it";
import type { LaidOut } from "../layout/lay-out-page.ts";
import type { PageAddresses } from "../page-addresses.ts";
import { imageNode, linkAttributes } from "../shapes/link-shapes.ts";
import { closeMark, finish, type Growth, openFrame, openMark } from "./growth.ts";
import { element, type PageNode } from "./page-node.ts";

type Context = { laid: LaidOut; addresses: PageAddresses };

/** What stands in a paragraph, a heading or a cell. Marks that are still open at its end are closed there. */
export function addInline(growth: Growth, tokens: Token[], context: Context): void {
  const depth = growth.frames.length;
  for (const token of tokens) addPiece(growth, token, context);
  while (growth.frames.length > depth) finish(growth, undefined);
}

function addPiece(growth: Growth, token: Token, { laid, addresses }: Context): void {
  const put = (node: PageNode) => growth.frames.at(-1)?.element.children.push(node);
  if (token.type === "page_mark") {
    const mark = laid.marks[Number(token.info)];
    if (mark?.kind === "close") closeMark(growth, mark);
    else if (mark !== undefined && mark.kind !== "code") openMark(growth, mark);
  } else if (token.type === "softbreak") put("\n");
  else if (token.type === "hardbreak") put(element("br", {}, []));
  else if (token.type === "code_inline") put(element("code", {}, [token.content]));
  else if (token.type === "image") {
    const [src, title] = [token.attrGet("src"), token.attrGet("title")];
    put(
      imageNode(
        { src: String(src ?? ""), alt: token.content, title: String(title ?? "") },
        addresses,
      ),
    );
  } else if (token.type === "link_open") {
    const attributes = linkAttributes(String(token.attrGet("href") ?? ""), addresses);
    const title = token.attrGet("title");
    if (attributes !== undefined && title) attributes.title = String(title);
    openFrame(growth, element(attributes === undefined ? "span" : "a", attributes ?? {}, []));
  } else if (token.nesting === 1) openFrame(growth, element(token.tag, {}, []));
  else if (token.nesting === -1) closeInline(growth);
  else if (token.content !== "") put(token.content);
}

/** Marks that were opened inside and not closed there end with it. */
function closeInline(growth: Growth): void {
  for (let frame = growth.frames.at(-1); frame?.mark !== undefined; frame = growth.frames.at(-1))
    finish(growth, undefined);
  finish(growth, undefined);
}
