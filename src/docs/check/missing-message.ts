import { isSameRelease } from "../site/edition.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import type { Target } from "../tree/resolve-link.ts";
import { rewriteLink } from "../tree/rewrite-link.ts";
import type { FactLink } from "./facts/page-facts.ts";
import { shown } from "./finding.ts";
import { noChanges, type PageChanges } from "./page-changes.ts";
import { createSuggest, type Suggest } from "./suggest.ts";

/** What helps to say what a link to nothing should be. */
export type Hints = {
  page: Suggest;
  file: Suggest;
  changes: PageChanges;
};

export function hintsOf(docs: ReadTree, changes: PageChanges = noChanges): Hints {
  const published = () => [...docs.pages.values()].filter((page) => page.isPublished);
  return {
    page: createSuggest(() => published().map((page) => page.path)),
    file: createSuggest(() => assetPaths(docs)),
    changes,
  };
}

type Missing = {
  docs: ReadTree;
  from: string;
  link: FactLink;
  target: Extract<Target, { kind: "missing" }>;
  hints: Hints;
};

export function missingMessage({ docs, from, link, target, hints }: Missing): string {
  const address = link.target.split(/[?#]/, 1)[0] ?? "";
  const what = target.what === "page" && !link.isImage && !link.isImport ? "page" : "file";
  const there = `there is no ${what} ${shown(address)}`;
  const change = hints.changes.ofLink(from, link.target);
  if (change === "removed") {
    return `${there} any more, the change removed it; link to another, or take the link out`;
  }
  if (change) return `${there}; it is at ${spelling(docs, from, address, change.now)} now`;
  if (target.meant !== undefined) {
    return `${there}; ${shown(target.meant.path)} is at ${spelling(docs, from, address, target.meant.path)}`;
  }
  const like = hints[what](target.place);
  const { site } = docs;
  if (like !== undefined && isSameRelease(site.edition(from), site.edition(like)))
    return `${there}; did you mean ${spelling(docs, from, address, like)}?`;
  return what === "page"
    ? `${there}; link to a page that is there, or add this one`
    : `${there}; add it, or correct the path`;
}

/** A path in the way the writer wrote the other one. */
function spelling(docs: ReadTree, from: string, written: string, to: string): string {
  return shown(rewriteLink(docs, { from, written, to, rest: "" }) ?? to);
}

function assetPaths(docs: ReadTree): string[] {
  return docs.files
    .list()
    .map(({ path }) => path)
    .filter((path) => !/\.(?:mdx?|[cm]?[jt]sx?|json)$/i.test(path) && path.includes("."));
}
