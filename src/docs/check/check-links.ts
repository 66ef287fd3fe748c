import type { Pace } from "../../lib/pace.ts";
import { readPage } from "../page/page.ts";
import { formatOf, isPageFile } from "../page/page-format.ts";
import { isForReader, type PageLink } from "../page/page-links.ts";
import { maxPageLength } from "../tree/docs-files.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import { resolveLink } from "../tree/resolve-link.ts";
import { type AnchorUse, checkAnchors, isBuiltIn } from "./check-anchors.ts";
import { type Found, mostPerPage, onceEach } from "./finding.ts";
import { type Hints, missingMessage } from "./missing-message.ts";

export type LinkCheck = {
  docs: ReadTree;
  /** The pages whose links are followed. */
  paths: string[];
  hints: Hints;
  pace: Pace;
};

export type LinkReport = {
  found: Found[];
  /** Pages that a link of another page leads to. */
  linked: Set<string>;
  /** How many links were followed. */
  links: number;
};

/** Pages that links lead to, after a change and before it. */
export type LinkedPages = { linkedNow: Set<string>; linkedBefore: Set<string> };

const maxUses = 200_000;
/** Of one page; the same one in many lines counts each time. */
const mostFaults = 20_000;

/** Follows the links and images of pages inside the docs. Addresses elsewhere are not looked up. */
export async function checkLinks(check: LinkCheck): Promise<LinkReport> {
  const { docs, paths, pace } = check;
  const report: LinkReport = { found: [], linked: new Set(), links: 0 };
  const uses: AnchorUse[] = [];
  for await (const { path, content } of docs.files.readEach(paths)) {
    if (content.length <= maxPageLength) {
      const found: Found[] = [];
      for (const link of readPage(content, formatOf(path)).links) {
        if (isForReader(link) && !isNoAddress(link))
          follow({ ...check, path, link, report, found, uses });
      }
      report.found.push(...onceEach(found).slice(0, mostPerPage));
    }
    await pace();
  }
  report.found.push(...(await checkAnchors({ docs, uses, pace })));
  return report;
}

type Following = LinkCheck & {
  path: string;
  link: PageLink;
  report: LinkReport;
  found: Found[];
  uses: AnchorUse[];
};

function follow({ docs, hints, path, link, report, found, uses }: Following): void {
  const target = resolveLink(docs, path, link.target);
  if (target.kind === "elsewhere") return;
  report.links += 1;
  const { line, target: written } = link;
  if (target.kind === "missing" && found.length < mostFaults) {
    const check = target.what === "file" || link.isImage ? "image" : "link";
    const message = missingMessage({ docs, from: path, link, target, hints });
    found.push({ check, path, line, message, subjects: [written, target.place] });
  }
  if (target.kind !== "file" || !isPageFile(target.path)) return;
  if (target.path !== path) report.linked.add(target.path);
  if (isBuiltIn(target.anchor) || uses.length >= maxUses) return;
  uses.push({ from: path, line, written, path: target.path, anchor: target.anchor });
}

/** Attributes such as `to` hold many things; an address has a dot, a slash or a hash. */
function isNoAddress({ form, target }: PageLink): boolean {
  return form === "attribute" && !/[./#]/.test(target);
}
