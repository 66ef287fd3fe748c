import { type DefaultTreeAdapterTypes, defaultTreeAdapter, parse } from "parse5";
import type { PageProblem } from "../../../docs/page/parsed-page.ts";

const maxLength = 4_000_000;
/** Badly closed tags are repeated by the rules of HTML, so that a small file can hold millions of elements. */
const maxElements = 200_000;

export type ParsedHtml = { document: DefaultTreeAdapterTypes.Document; problems: PageProblem[] };

/** The tree of a page, as much of it as the limits allow. */
export function parseHtml(text: string): ParsedHtml {
  let left = maxElements;
  let document = defaultTreeAdapter.createDocument();
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createDocument() {
      document = defaultTreeAdapter.createDocument();
      return document;
    },
    createElement(tagName, namespace, attributes) {
      left -= 1;
      if (left < 0) throw new RangeError("too many elements");
      return defaultTreeAdapter.createElement(tagName, namespace, attributes);
    },
  };
  try {
    parse(text.slice(0, maxLength), { treeAdapter });
    const problems = text.length > maxLength ? [cutShort] : [];
    return { document, problems };
  } catch {
    return { document, problems: [cutShort] };
  }
}

const cutShort: PageProblem = {
  line: 1,
  message: "The page is too large to be read to its end; what follows the limit is left out.",
};
