import { isPageFile } from "../page/page-format.ts";
import type { ReadTree } from "../tree/open-tree.ts";
import { resolveLink } from "../tree/resolve-link.ts";
import { type AnchorUse, checkAnchors, isBuiltIn } from "./check-anchors.ts";
import { createLayoutCheck, type LayoutCheck } from "./check-layout.ts";
import type { FactsReader } from "./facts/facts-reader.ts";
import type { FactLink } from "./facts/page-facts.ts";
import { type Found, mostPerPage, onceEach, type Remark } from "./finding.ts";
import { type Hints, missingMessage } from "./missing-message.ts";

export type LinkCheck = {
  docs: ReadTree;
  /** The pages whose links are followed. */
  paths: string[];
  hints: Hints;
  facts: FactsReader;
};

export type LinkReport = {
  found: Found[];
  remarks: Remark[];
  /** Pages that a link of another page leads to. */
  linked: Set<string>;
  /** Files that pages take in, as they name them. */
  takenIn: Set<string>;
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
  const { docs, paths } = check;
  const report: LinkReport = {
    found: [],
    remarks: [],
    linked: new Set(),
    takenIn: new Set(),
    links: 0,
  };
  const uses: AnchorUse[] = [];
  const layout = createLayoutCheck(docs);
  for await (const { path, facts } of check.facts.read(docs, paths)) {
    const found: Found[] = [];
    for (const link of facts.links) follow({ ...check, path, link, report, found, uses, layout });
    for (const taken of facts.takenIn) report.takenIn.add(taken);
    report.found.push(...onceEach(found).slice(0, mostPerPage));
  }
  const sure = layout.keepSure(report.found);
  const anchors = await checkAnchors({ docs, uses, facts: check.facts });
  report.found = [...sure.found, ...anchors.found];
  report.remarks = [...sure.remarks, ...anchors.remarks];
  return report;
}

type Following = LinkCheck & {
  path: string;
  link: FactLink;
  report: LinkReport;
  found: Found[];
  uses: AnchorUse[];
  layout: LayoutCheck;
};

function follow({ docs, hints, path, link, report, found, uses, layout }: Following): void {
  const { isImport } = link;
  const target = resolveLink(docs, path, link.target, { isImport });
  if (target.kind === "elsewhere") return;
  if (isImport && (target.kind !== "missing" || !runsCode(docs, path))) return;
  report.links += 1;
  const { line, target: written } = link;
  layout.count(written, target);
  if (target.kind === "missing" && found.length < mostFaults) {
    const check = target.what === "file" || link.isImage || isImport ? "image" : "link";
    const message = missingMessage({ docs, from: path, link, target, hints });
    found.push({ check, path, line, message, subjects: [written, target.place] });
  }
  if (target.kind !== "file" || !isPageFile(target.path)) return;
  if (target.path !== path) report.linked.add(target.path);
  if (isBuiltIn(target.anchor) || uses.length >= maxUses) return;
  uses.push({ from: path, line, written, path: target.path, anchor: target.anchor });
}

/** Whether what a page imports is taken in when the site is built. */
function runsCode({ site }: ReadTree, path: string): boolean {
  return site.pageCode !== "none" || /\.mdx$/i.test(path);
}
