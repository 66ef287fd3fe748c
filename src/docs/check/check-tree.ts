import { createPace } from "../../lib/pace.ts";
import { isBelow } from "../site/paths.ts";
import type { DocsFiles } from "../tree/docs-files.ts";
import { type ReadTree, readTree } from "../tree/open-tree.ts";
import { checkLinks } from "./check-links.ts";
import { checkNavigation } from "./check-navigation.ts";
import { checkPages } from "./check-page.ts";
import { checkReach } from "./check-reach.ts";
import { createFactsReader, type FactsReader, type FactsStore } from "./facts/facts-reader.ts";
import { byPlace, type Finding, type Found, type Remark } from "./finding.ts";
import { hintsOf } from "./missing-message.ts";

export type TreeReport = { findings: Finding[]; remarks: Remark[]; pages: number; links: number };

/** Everything that is wrong with the docs of a checkout. */
export async function checkTree(files: DocsFiles, docsFolder: string): Promise<Finding[]> {
  return (await reportTree({ files, docsFolder })).findings;
}

export async function reportTree(input: {
  files: DocsFiles;
  docsFolder: string;
  signal?: AbortSignal;
  /** What is known of pages already. */
  known?: FactsStore | undefined;
}): Promise<TreeReport> {
  const { known } = input;
  const pace = createPace(input.signal);
  const docs = await readTree({ ...input, pace });
  const facts = createFactsReader({ pace, known });
  try {
    return await reportOf(docs, facts);
  } finally {
    await facts.close();
  }
}

async function reportOf(docs: ReadTree, facts: FactsReader): Promise<TreeReport> {
  const paths = ownPages(docs);
  const looked = [...paths, ...ownUnreadable(docs)];
  const pages = await checkPages({ docs, paths: looked, needsLanguage: false, facts });
  const links = await checkLinks({ docs, paths, hints: hintsOf(docs), facts });
  const reach = await checkReach(docs, links);
  const found = [...pages.found, ...links.found, ...checkNavigation(docs), ...reach.found];
  return {
    findings: found.map(findingOf).sort(byPlace),
    remarks: [...pages.remarks, ...links.remarks, ...reach.remarks].sort(byPlace),
    pages: paths.length,
    links: links.links,
  };
}

export function ownPages({ pages }: ReadTree): string[] {
  return [...pages.values()].filter((page) => page.isOfDocs).map((page) => page.path);
}

export function ownUnreadable({ docsFolder, site, unreadable }: ReadTree): string[] {
  return unreadable.filter((path) =>
    docsFolder === "" ? site.isPage(path) : isBelow(docsFolder, path),
  );
}

export function findingOf({ check, path, line, message }: Found): Finding {
  return { check, path, line, message };
}
