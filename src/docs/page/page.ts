import { type PageAnchors, pageAnchors } from "./anchors.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import type { PageFormat } from "./page-format.ts";
import { type PageLink, pageLinks } from "./page-links.ts";
import { type References, readReferences } from "./references.ts";
import type { Region } from "./region.ts";
import { pageRegions } from "./regions.ts";

/** A page as it is written, with positions in UTF-16 units. Each part is read when it is first asked for. */
export type Page = {
  readonly source: string;
  readonly format: PageFormat;
  readonly frontMatter: FrontMatter;
  /** The whole page in pieces: code, markup, addresses, text. */
  readonly regions: readonly Region[];
  /** Every place outside code that names another file. */
  readonly links: readonly PageLink[];
  /** Links by reference and the definitions that they use. */
  readonly references: References;
  readonly anchors: PageAnchors;
};

/** Never throws; linear in the page's length. */
export function readPage(source: string, format: PageFormat): Page {
  const frontMatter = once(() => readFrontMatter(source));
  const regions = once(() => pageRegions(source, format));
  const links = once(() => pageLinks(source, format, regions()));
  const references = once(() => readReferences(source.replaceAll("\r", " "), format));
  const anchors = once(() => pageAnchors(source, format));
  return {
    source,
    format,
    get frontMatter() {
      return frontMatter();
    },
    get regions() {
      return regions();
    },
    get links() {
      return links();
    },
    get references() {
      return references();
    },
    get anchors() {
      return anchors();
    },
  };
}

function once<Value>(read: () => Value): () => Value {
  let held: { value: Value } | undefined;
  return () => {
    held ??= { value: read() };
    return held.value;
  };
}
