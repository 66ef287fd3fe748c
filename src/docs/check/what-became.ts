import { isPageFile } from "../page/page-format.ts";
import { plainAddress } from "../tree/address.ts";
import { resolveLink } from "../tree/resolve-link.ts";
import type { Change } from "./check-changes.ts";

/** What a change did to a page that a link or an entry means: the path it has now, or that it is gone. */
export type Fate = { now: string } | "removed";

/** undefined where the change has nothing to do with it. */
export type Fates = {
  ofLink(from: string, written: string): Fate | undefined;
  /** `wanted` is a path, with or without ending, or an address. */
  ofEntry(wanted: string): Fate | undefined;
};

export const noFates: Fates = { ofLink: () => undefined, ofEntry: () => undefined };

export function fatesOf({ before, after, compared }: Omit<Change, "pace">): Fates {
  const fateOf = (path: string | undefined, hasMoved: boolean): Fate | undefined => {
    if (path === undefined) return undefined;
    const now = compared.pathNow(path);
    if (now === undefined) return "removed";
    return now !== path || hasMoved ? { now } : undefined;
  };
  return {
    ofLink(from, written) {
      const origin = compared.pathBefore(from) ?? from;
      const target = resolveLink(before, origin, written);
      return fateOf(
        target.kind === "file" && isPageFile(target.path) ? target.path : undefined,
        origin !== from,
      );
    },
    ofEntry(wanted) {
      const named = [wanted, `${wanted}.mdx`, `${wanted}.md`].find(before.isFile);
      const path = named ?? before.pageAt(plainAddress(wanted));
      return path !== undefined && after.isFile(path) ? undefined : fateOf(path, false);
    },
  };
}
