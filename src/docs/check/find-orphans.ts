import { lastPart } from "../tree/address.ts";
import type { DocsPage } from "../tree/docs-tree.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import { resolveLink } from "../tree/resolve-link.ts";
import type { LinkedPages } from "./check-links.ts";
import { isUnlisted, namesAddress, orphan } from "./check-reach.ts";
import type { Change } from "./compare-docs.ts";
import { findNamingPages } from "./find-naming-pages.ts";
import type { Found } from "./finding.ts";

/** Pages to which the change took away the last way: they were in the navigation or linked, and are neither now. */
export async function findOrphans(change: Change, links: LinkedPages): Promise<Found[]> {
  const { after } = change;
  const candidates = [...after.pages.values()].filter((page) => hasLostAWay(change, links, page));
  if (candidates.length === 0) return [];
  const linked = await linkedPages(change, candidates);
  return candidates
    .filter((page) => !linked.has(page.path) && !isInSiteFiles(after, page))
    .map((page) => orphan(after, page.path));
}

function hasLostAWay(change: Change, links: LinkedPages, page: DocsPage): boolean {
  const earlier = change.before.pages.get(change.compared.pathBefore(page.path) ?? "");
  // A page that was not shown before, or has moved away from the navigation, is told as unlisted.
  if (!isUnlisted(page) || !earlier?.isPublished || earlier.isHidden) return false;
  if (earlier.isListed) return earlier.path === page.path;
  return links.linkedBefore.has(earlier.path) && !links.linkedNow.has(page.path);
}

async function linkedPages(
  { after, facts, pace }: Change,
  candidates: DocsPage[],
): Promise<Set<string>> {
  const names = new Set(
    candidates.flatMap(({ path, address }) => [lastPart(path), lastPart(address)]),
  );
  const linked = new Set<string>();
  const mentions = await findNamingPages(after, names, pace);
  for await (const { path, facts: page } of facts.read(after, mentions)) {
    for (const link of page.links) {
      const target = resolveLink(after, path, link.target);
      if (target.kind === "file" && target.path !== path) linked.add(target.path);
    }
  }
  return linked;
}

/** Menus and buttons of a site are in its settings. */
function isInSiteFiles({ siteFiles }: ReadTree, { address }: DocsPage): boolean {
  return [...siteFiles.values()].some((text) => namesAddress(text, address));
}
