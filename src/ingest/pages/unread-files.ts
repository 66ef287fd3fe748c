import type { Site } from "../../docs/site/site.ts";
import { endingOfName } from "../sources/file-kinds.ts";
import type { SourceSnapshot } from "../sources/source.ts";
import { kindOfFile } from "./kind-of-file.ts";

const mostKinds = 5;

/** How many documents are in formats that nothing reads here, or not on such a site: one line, "" for none. */
export function unreadFiles({ files, unread }: SourceSnapshot, site: Pick<Site, "isPage">): string {
  const counts = new Map(unread);
  const left = files.filter(({ path }) =>
    ["rst", "asciidoc", "notebook"].includes(kindOfFile(path)),
  );
  for (const [ending, own] of Map.groupBy(left, ({ path }) => endingOfName(path))) {
    // Where some files of a kind are pages, the site itself leaves the others out.
    if (!own.some(({ path }) => site.isPage(path))) counts.set(ending, own.length);
  }
  const kinds = [...counts].sort(([, one], [, other]) => other - one);
  const total = kinds.reduce((sum, [, files]) => sum + files, 0);
  if (total === 0) return "";
  const named = kinds.slice(0, mostKinds).map(([ending, files]) => `${files} ${ending}`);
  const rest = kinds.slice(mostKinds).reduce((sum, [, files]) => sum + files, 0);
  const parts = rest === 0 ? named : [...named, `and ${rest} more`];
  return `${total} file${total === 1 ? "" : "s"} in formats not read: ${parts.join(", ")}`;
}
