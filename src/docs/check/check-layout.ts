import { isPageFile } from "../page/page-format.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import type { Target } from "../tree/resolve-link.ts";
import type { Found, Remark } from "./finding.ts";

/** Tells whether the site's addresses are understood at all, by how many links from its top lead nowhere. */
export type LayoutCheck = {
  count(written: string, target: Target): void;
  /** The findings that hold. Where most addresses fail, what fails is this check and not the docs: it is said once. */
  keepSure(found: Found[]): { found: Found[]; remarks: Remark[] };
};

/** Of a few links most may well be broken. */
const fewest = 10;

export function createLayoutCheck(docs: ReadTree): LayoutCheck {
  const counts = { link: { all: 0, missing: 0 }, image: { all: 0, missing: 0 } };
  const fails = ({ all, missing }: { all: number; missing: number }) =>
    missing >= fewest && missing > all / 2;
  return {
    count(written, target) {
      if (!written.startsWith("/")) return;
      const isFile = target.kind === "missing" ? target.what === "file" : isAsset(written);
      const kind = counts[isFile ? "image" : "link"];
      kind.all += 1;
      if (target.kind === "missing") kind.missing += 1;
    },
    keepSure(found) {
      const isLost = { link: fails(counts.link), image: fails(counts.link) || fails(counts.image) };
      const isSure = ({ check, subjects: [written = ""] }: Found) =>
        (check !== "link" && check !== "image") || !isLost[check] || isFilePath(written);
      const kept = found.filter(isSure);
      if (!isLost.image) return { found: kept, remarks: [] };
      const { all, missing } = isLost.link ? counts.link : counts.image;
      const what = isLost.link ? "addresses" : "files";
      const message = `the layout of this site is not understood: ${missing} of ${all} links to ${what} that begin with / lead to nothing that is here, so ${found.length - kept.length} such links were not judged; links to files and headings were`;
      const path = docs.site.configPath || docs.docsFolder || ".";
      return { found: kept, remarks: [{ kind: "layout", path, line: 1, message }] };
    },
  };
}

function isAsset(written: string): boolean {
  return /\.\w{2,5}$/.test(written.split(/[?#]/, 1)[0] ?? "");
}

/** A relative path of a page file is right or wrong whatever the addresses are. */
function isFilePath(written: string): boolean {
  return !written.startsWith("/") && isPageFile(written.split(/[?#]/, 1)[0] ?? "");
}
