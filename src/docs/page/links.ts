import type { PageFormat } from "./markup/strip-markup.ts";
import { pageRegions, type TargetRegion } from "./regions.ts";

export type PageLink = {
  /** The address as written in the page. */
  target: string;
  /** 1-based line on which the address stands. */
  line: number;
  /** Markdown of the link text; "" for a bare address. */
  text: string;
  form: TargetRegion["form"];
  isImage: boolean;
  /** Where the address stands in the page, in UTF-16 units. */
  start: number;
  end: number;
};

/** Every link and image of a page outside code, in order: Markdown links, definitions, bare addresses, `href` and `src`. */
export function pageLinks(source: string, format: PageFormat): PageLink[] {
  const links: PageLink[] = [];
  let line = 1;
  let nextBreak = source.indexOf("\n");
  for (const region of pageRegions(source, format)) {
    if (region.kind !== "target") continue;
    const { start, end, form, isImage, label } = region;
    for (; nextBreak !== -1 && nextBreak < start; line += 1) {
      nextBreak = source.indexOf("\n", nextBreak + 1);
    }
    links.push({ target: source.slice(start, end), line, text: label, form, isImage, start, end });
  }
  return links;
}
