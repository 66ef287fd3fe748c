import { once } from "../../lib/once.ts";
import { lineCounter } from "../values/line-counter.ts";
import { type PageAnchors, pageAnchors } from "./anchors.ts";
import type { FencedBlock } from "./fence.ts";
import { type FrontMatter, readFrontMatter } from "./front-matter.ts";
import type { PageFormat } from "./page-format.ts";
import { type PageLink, pageLinks } from "./page-links.ts";
import { parsePage } from "./parse-page.ts";
import type { ParsedPage } from "./parsed-page.ts";
import { type References, readReferences } from "./references.ts";
import type { Region } from "./region.ts";
import { scanPage } from "./scan-page.ts";

/** A page as it is written, with places in UTF-16 units. Each part is read when it is first asked for. */
export type Page = {
  readonly source: string;
  readonly format: PageFormat;
  /** The 1-based line of a place. */
  lineOf(at: number): number;
  readonly frontMatter: FrontMatter;
  /** The whole page in pieces: code, markup, addresses, text. */
  readonly regions: readonly Region[];
  /** Fenced code blocks and directives. */
  readonly fences: readonly FencedBlock[];
  /** Every place outside code that names another file. */
  readonly links: readonly PageLink[];
  /** Links by reference and the definitions that they use. */
  readonly references: References;
  /** What a reader sees, block by block. */
  readonly parsed: ParsedPage;
  readonly anchors: PageAnchors;
};

/** Never throws; linear in the page's length. */
export function readPage(source: string, format: PageFormat): Page {
  const lineOf = once(() => lineCounter(source));
  const frontMatter = once(() => readFrontMatter(source));
  const scanned = once(() => scanPage(source, format));
  const links = once(() => pageLinks(page));
  const references = once(() => readReferences(source, scanned()));
  const parsed = once(() => parsePage(source, format));
  const anchors = once(() => pageAnchors(source, parsed().blocks));
  const page: Page = {
    source,
    format,
    lineOf: (at) => lineOf()(at),
    get frontMatter() {
      return frontMatter();
    },
    get regions() {
      return scanned().regions;
    },
    get fences() {
      return scanned().fences;
    },
    get links() {
      return links();
    },
    get references() {
      return references();
    },
    get parsed() {
      return parsed();
    },
    get anchors() {
      return anchors();
    },
  };
  return page;
}
