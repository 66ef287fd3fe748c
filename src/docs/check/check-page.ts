import type { ReadTree } from "../tree/open-tree.ts";
import type { FactsReader } from "./facts/facts-reader.ts";
import { type Found, mostPerPage, type Remark } from "./finding.ts";

export type PageCheck = {
  docs: ReadTree;
  paths: string[];
  /** Whether code blocks have to name their language: asked of what a change writes, not of what was there. */
  needsLanguage: boolean;
  facts: FactsReader;
};

export type PageReport = { found: Found[]; remarks: Remark[] };

/** What is wrong with pages by themselves: their syntax, front matter and code blocks. */
export async function checkPages(check: PageCheck): Promise<PageReport> {
  const { docs, paths, needsLanguage, facts: reader } = check;
  const report: PageReport = { found: [], remarks: [] };
  const read = new Set<string>();
  for await (const { path, facts } of reader.read(docs, paths)) {
    read.add(path);
    const faults = needsLanguage ? [...facts.faults, ...facts.nameless] : facts.faults;
    report.found.push(...faults.slice(0, mostPerPage).map((fault) => ({ ...fault, path })));
    if (facts.notChecked === "") continue;
    const message = `not checked: ${facts.notChecked}`;
    report.remarks.push({ kind: "not-checked", path, line: 1, message });
  }
  const unread = paths.filter((path) => !read.has(path) && docs.isFile(path));
  report.found.push(...unread.map((path) => unreadable(docs, path)));
  return report;
}

const noText = "this page is not UTF-8 text, or is over 2 MB; save it as UTF-8, or split it";

function unreadable({ misnamed }: ReadTree, path: string): Found {
  const fault = misnamed.get(path);
  const subjects = [fault === undefined ? "text" : "name"];
  return { check: "page", path, line: 1, message: fault ?? noText, subjects };
}
