import { createPace } from "../../lib/pace.ts";
import { isBelow } from "../site/paths.ts";
import type { DocsFiles } from "../tree/docs-files.ts";
import { type ReadTree, readTree } from "../tree/open-tree.ts";
import { checkLinks } from "./check-links.ts";
import { checkNavigation } from "./check-navigation.ts";
import { checkPages } from "./check-page.ts";
import { isUnlisted, orphan, unlisted } from "./check-reach.ts";
import { byPlace, type Finding, type Found } from "./finding.ts";
import { createMdxReader } from "./mdx/mdx-reader.ts";
import { hintsOf } from "./missing-message.ts";

export type TreeReport = { findings: Finding[]; pages: number; links: number };

/** Everything that is wrong with the docs of a checkout. */
export async function checkTree(files: DocsFiles, docsFolder: string): Promise<Finding[]> {
  return (await reportTree({ files, docsFolder })).findings;
}

export async function reportTree(input: {
  files: DocsFiles;
  docsFolder: string;
  signal?: AbortSignal;
}): Promise<TreeReport> {
  const pace = createPace(input.signal);
  const docs = await readTree({ ...input, pace });
  const paths = ownPages(docs);
  const mdx = createMdxReader();
  try {
    const looked = [...paths, ...ownUnreadable(docs)];
    const pages = await checkPages({ docs, paths: looked, needsLanguage: false, mdx, pace });
    const links = await checkLinks({ docs, paths, hints: hintsOf(docs), pace });
    const reach = paths.flatMap((path): Found[] => {
      const page = docs.pages.get(path);
      if (page === undefined || !isUnlisted(page)) return [];
      return [links.linked.has(path) ? unlisted(docs, path) : orphan(docs, path)];
    });
    const found = [...pages, ...links.found, ...checkNavigation(docs), ...reach];
    return {
      findings: found.map(findingOf).sort(byPlace),
      pages: paths.length,
      links: links.links,
    };
  } finally {
    await mdx.close();
  }
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
