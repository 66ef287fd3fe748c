import { isPageFile } from "../page/page-format.ts";
import { filesAt } from "../tree/address.ts";
import { resolveLink } from "../tree/resolve-link.ts";
import type { Change } from "./compare-docs.ts";

/** What a change did to a page that a link or an entry means: the path it has now, or that it is gone. */
export type PageChange = { now: string } | "removed";

/** undefined where the change has nothing to do with it. */
export type PageChanges = {
  ofLink(from: string, written: string): PageChange | undefined;
  /** `wanted` is a path, with or without ending, or an address. */
  ofEntry(wanted: string): PageChange | undefined;
};

export const noChanges: PageChanges = { ofLink: () => undefined, ofEntry: () => undefined };

export function pageChanges({
  before,
  after,
  compared,
}: Pick<Change, "before" | "after" | "compared">): PageChanges {
  const changeOf = (path: string | undefined, hasMoved: boolean): PageChange | undefined => {
    if (path === undefined) return undefined;
    const now = compared.pathNow(path);
    if (now === undefined) return "removed";
    return now !== path || hasMoved ? { now } : undefined;
  };
  return {
    ofLink(from, written) {
      const origin = compared.pathBefore(from) ?? from;
      const target = resolveLink(before, origin, written);
      return changeOf(
        target.kind === "file" && isPageFile(target.path) ? target.path : undefined,
        origin !== from,
      );
    },
    ofEntry(wanted) {
      const path = filesAt(wanted).find(before.isFile) ?? before.pageAt(wanted);
      return path !== undefined && after.isFile(path) ? undefined : changeOf(path, false);
    },
  };
}
