import { listByName } from "../folder-order.ts";
import { makeSite } from "../make-site.ts";
import { emptyNavigation, listedAs } from "../navigation-list.ts";
import { below, cleanAddress, withoutEnding } from "../paths.ts";
import type { Site, SiteInput } from "../site.ts";

const usualRoots = ["docs", "content", "src/content", "pages", "src/pages"];

/** A folder of pages without a generator: names decide the order, and the path is the address. */
export function readPlain(input: SiteInput): Site {
  const { paths, docsFolder } = input;
  const navigation = emptyNavigation();
  listByName(navigation, { paths });
  return makeSite(input, {
    generator: "plain",
    label: "a folder of Markdown pages",
    isPlain: true,
    layout: { roots: docsFolder === "" ? ["", ...usualRoots] : [docsFolder, ""] },
    isPage: (path) => below(docsFolder, path) !== undefined,
    place(path) {
      return {
        // The docs folder is the top of the site.
        address: cleanAddress(
          withoutEnding(below(docsFolder, path) ?? path).replace(/(^|\/)(?:_?index|readme)$/i, ""),
        ),
        ...listedAs(navigation, path),
        hidden: false,
      };
    },
  });
}
