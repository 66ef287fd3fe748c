import type { Database } from "../store/database.ts";
import { blobContents } from "../store/docs/blobs.ts";
import { type PageState, pageStates } from "../store/docs/page-states.ts";

/** What a change does to one page. */
export type PageChange =
  | { kind: "kept"; text: PageTexts }
  /** Its file or its address is another. */
  | { kind: "moved"; to: string; address: string; text: PageTexts }
  | { kind: "deleted" }
  /** It is still there, and readers do not come to it: nothing is answered from it, or the navigation lost it. */
  | { kind: "hidden"; isUnlisted: boolean; text: PageTexts };

export type PageTexts = { before: string; after: string };

export type SidePages = {
  /** Of a page that the side before has. */
  of(path: string): Promise<PageChange>;
};

/** Lines that two pages must share for one to be what became of the other, of those that the old one has. */
const sameText = 0.5;
const mostCandidates = 50;
const fewestCharacters = 3;

export async function openSidePages(
  db: Database,
  { projectId, base, head }: { projectId: string; base: string; head: string },
): Promise<SidePages> {
  const before = await pageStates(db, base);
  const after = await pageStates(db, head);
  const isListing = [...after.values()].some(({ isListed }) => isListed);
  const known = new Map<string, Promise<PageChange>>();
  const textOf = async (page: PageState) =>
    (await blobContents(db, projectId, [page.blobHash])).get(page.blobHash) ?? "";
  const textsOf = async (one: PageState, other: PageState) => {
    const text = await textOf(one);
    return { before: text, after: one.blobHash === other.blobHash ? text : await textOf(other) };
  };
  const look = async (path: string): Promise<PageChange> => {
    const page = before.get(path);
    if (page === undefined) return { kind: "deleted" };
    const same = after.get(path);
    if (same !== undefined) {
      const text = await textsOf(page, same);
      if (same.isHidden && !page.isHidden) return { kind: "hidden", isUnlisted: false, text };
      if (isListing && page.isListed && !same.isListed)
        return { kind: "hidden", isUnlisted: true, text };
      if (same.address === page.address) return { kind: "kept", text };
      return { kind: "moved", to: path, address: same.address, text };
    }
    const added = [...after.values()].filter((one) => !before.has(one.path) && !one.isHidden);
    const moved = await successor(page, added, textOf);
    if (moved === undefined) return { kind: "deleted" };
    const text = await textsOf(page, moved);
    if (moved.address === page.address) return { kind: "kept", text };
    return { kind: "moved", to: moved.path, address: moved.address, text };
  };
  return {
    of(path) {
      const change = known.get(path) ?? look(path);
      known.set(path, change);
      return change;
    },
  };
}

/** The new page that has the text of one that is gone. */
async function successor(
  page: PageState,
  added: PageState[],
  textOf: (page: PageState) => Promise<string>,
): Promise<PageState | undefined> {
  const same = added.find(({ blobHash }) => blobHash === page.blobHash);
  if (same !== undefined || added.length === 0) return same;
  const lines = linesOf(await textOf(page));
  let best: { page: PageState; share: number } | undefined;
  for (const one of added.slice(0, mostCandidates)) {
    const share = lines.intersection(linesOf(await textOf(one))).size / Math.max(lines.size, 1);
    if (share >= sameText && share > (best?.share ?? 0)) best = { page: one, share };
  }
  return best?.page;
}

function linesOf(text: string): Set<string> {
  const lines = text.split("\n").map((line) => line.trim());
  return new Set(lines.filter((line) => line.length > fewestCharacters));
}
