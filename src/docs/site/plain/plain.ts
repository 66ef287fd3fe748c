import { listByName } from "../folder-order.ts";
import { makeSite } from "../make-site.ts";
import { emptyNavigation, listedAs } from "../navigation-list.ts";
import { below, cleanAddress, withoutEnding } from "../paths.ts";
import type { Site, SiteInput } from "../site.ts";
import { orderingNumbers } from "./ordering-numbers.ts";

const usualRoots = ["docs", "content", "src/content", "pages", "src/pages"];
/** Folders that hold what is published, and that no site shows in its addresses. */
const contentRoots = ["content", "src/content"];

/** A folder of pages without a generator: names decide the order, and the path is the address. */
export function readPlain(input: SiteInput): Site {
  const { paths, docsFolder } = input;
  const navigation = emptyNavigation();
  listByName(navigation, { paths });
  const top = docsFolder === "" ? contentRoot(paths) : docsFolder;
  const withoutNumbers = orderingNumbers(paths);
  return makeSite(input, {
    generator: "plain",
    label: "a folder of Markdown pages",
    isPlain: true,
    layout: { roots: docsFolder === "" ? ["", ...usualRoots] : [docsFolder, ""] },
    // Numbers are for a program that makes a site of the pages, and of more than these.
    links: { owned: paths.some((path) => withoutNumbers(path) !== path) ? "sections" : "all" },
    isPage: (path) => below(docsFolder, path) !== undefined,
    place(path) {
      const inside = withoutEnding(below(top, withoutNumbers(path)) ?? path);
      return {
        // The docs folder is the top of the site.
        address: cleanAddress(inside.replace(/(^|\/)(?:_?index|readme)$/i, "")),
        ...listedAs(navigation, path),
        hidden: false,
      };
    },
  });
}

/** The folder that all pages stand in but those about the repository itself. */
function contentRoot(paths: readonly string[]): string {
  const pages = paths.filter((path) => path.includes("/"));
  const holdsAll = (root: string) => pages.every((path) => path.startsWith(`${root}/`));
  return pages.length === 0 ? "" : (contentRoots.find(holdsAll) ?? "");
}
