import { isBelow, nameOf } from "../site/paths.ts";
import { plainAddress } from "../tree/address.ts";
import type { DocsPage } from "../tree/docs-tree.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import type { LinkReport } from "./check-links.ts";
import { spelling } from "./check-navigation.ts";
import { type Found, type Remark, shown } from "./finding.ts";

/** Of a few pages most may well be forgotten. */
const fewest = 20;

type Reached = Pick<LinkReport, "linked" | "takenIn">;

/** Pages of the docs that the navigation does not list: nothing leads to some of them. */
export async function checkReach(
  docs: ReadTree,
  { linked, takenIn }: Reached,
): Promise<{ found: Found[]; remarks: Remark[] }> {
  const isTakenIn = takenInBy(takenIn);
  const shownPages = [...docs.pages.values()].filter(
    (page) => page.isOfDocs && page.isPublished && !page.isHidden && !isTakenIn(page.path),
  );
  const unreached = shownPages.filter(isUnlisted);
  if (unreached.length >= fewest && unreached.length > shownPages.length / 2) {
    const message = `the navigation is not understood: ${unreached.length} of ${shownPages.length} pages are in no list that can be read here, so none is called unlisted`;
    const path = docs.site.configPath || ".";
    return { found: [], remarks: [{ kind: "layout", path, line: 1, message }] };
  }
  const orphans = unreached.filter(({ path }) => !linked.has(path));
  const named = await namedByCode(docs, orphans);
  const found = unreached.map(({ path }) =>
    linked.has(path) || named.has(path) ? unlisted(docs, path) : orphan(docs, path),
  );
  return { found, remarks: [] };
}

/** Pages name files that they take in from various folders: the end of the path is the same. */
function takenInBy(takenIn: ReadonlySet<string>): (path: string) => boolean {
  const relative = [...takenIn].filter((path) => /^\.{0,2}\//.test(path)).map(nameOf);
  const names = new Set(relative);
  return (path) => {
    if (names.has(nameOf(path))) return true;
    const parts = path.split("/");
    return parts.some((_, index) => takenIn.has(parts.slice(index).join("/")));
  };
}

const code = /\.(?:vue|svelte|astro|html|[cm]?[jt]sx?)$/i;
const mostFiles = 2_000;

/** Components and scripts of a site lead to pages, too. */
async function namedByCode(docs: ReadTree, pages: DocsPage[]): Promise<Set<string>> {
  const paths = new Map(pages.map(({ path, address }) => [address, path]));
  const named = new Set<string>();
  if (paths.size === 0) return named;
  const files = [...docs.paths].filter(
    (path) => code.test(path) && isBelow(docs.site.folder, path),
  );
  for await (const { content } of docs.files.readEach(files.slice(0, mostFiles))) {
    for (const word of content.split(/["'`\s()?#]+/)) {
      const path = word.startsWith("/") ? paths.get(plainAddress(word)) : undefined;
      if (path !== undefined) named.add(path);
    }
  }
  return named;
}

export function namesAddress(text: string, address: string): boolean {
  return ['"', "'", "`", "/", "#"].some((end) => text.includes(`/${address}${end}`));
}

/** Whether readers should be able to come to a page, and the navigation does not lead there. */
export function isUnlisted(page: DocsPage): boolean {
  return page.isPublished && !page.isHidden && !page.isListed;
}

export function unlisted(docs: ReadTree, path: string): Found {
  const entry = shown(spelling(docs, "", path));
  const message = `the navigation does not list this page; add ${entry} to ${shown(docs.site.navigationFile(path))}, or hide the page in its front matter`;
  return { check: "unlisted", path, line: 1, message, subjects: ["unlisted"] };
}

export function orphan(docs: ReadTree, path: string): Found {
  const entry = shown(spelling(docs, "", path));
  const message = `neither the navigation nor a link leads to this page; add ${entry} to ${shown(docs.site.navigationFile(path))}, link to it, or remove it`;
  return { check: "orphan", path, line: 1, message, subjects: ["orphan"] };
}
