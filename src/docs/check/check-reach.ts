import type { DocsPage } from "../tree/docs-tree.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import { spelling } from "./check-navigation.ts";
import { type Found, shown } from "./finding.ts";

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
