import type { PageAddresses } from "../page-addresses.ts";
import { linkAttributes } from "../shapes/link-shapes.ts";
import { element, type PageNode } from "../tree/page-node.ts";

/** What shows its words as they are written, and what is a link already. */
const closed = new Set(["a", "code", "pre", "kbd", "samp", "var"]);
const address =
  /(?<![\p{L}\p{N}_/.@-])https?:\/\/[\p{L}\p{N}[][^\s\p{Cc}\p{Cf}<>"`{}|\\^\u3000-\u303f\uff00-\uffef]{0,2000}/giu;
const endings = new Set([..."'.,;:!?*_~]\u2019\u201d\u2026"]);

/** Addresses of the web that stand in the text become links. Linear in its length. */
export function linkBareAddresses(nodes: PageNode[], addresses: PageAddresses): PageNode[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string") return linked(node, addresses);
    if (!closed.has(node.name)) node.children = linkBareAddresses(node.children, addresses);
    return [node];
  });
}

function linked(text: string, addresses: PageAddresses): PageNode[] {
  if (!text.includes("://")) return [text];
  const pieces: PageNode[] = [];
  let from = 0;
  for (const found of text.matchAll(address)) {
    const written = withoutEnding(found[0]);
    const attributes = URL.canParse(written) ? linkAttributes(written, addresses) : undefined;
    if (attributes === undefined) continue;
    if (found.index > from) pieces.push(text.slice(from, found.index));
    pieces.push(element("a", attributes, [written]));
    from = found.index + written.length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

/** Without the marks that belong to the sentence; a bracket belongs to it where it was opened before the address. */
function withoutEnding(written: string): string {
  let open = 0;
  for (const character of written) open += character === "(" ? 1 : character === ")" ? -1 : 0;
  let end = written.length;
  for (; end > 0; end -= 1) {
    const last = written[end - 1] ?? "";
    if (last === ")" && open < 0) open += 1;
    else if (!endings.has(last)) break;
  }
  return written.slice(0, end);
}
