import { createPace } from "../../lib/pace.ts";
import type { DocsFiles } from "../tree/docs-files.ts";
import { readTree } from "../tree/open-tree.ts";
import { checkLinks, type LinkedPages } from "./check-links.ts";
import { checkNavigation } from "./check-navigation.ts";
import { checkPages } from "./check-page.ts";
import { isUnlisted, unlisted } from "./check-reach.ts";
import { checkRows } from "./check-rows.ts";
import { findingOf, ownPages, ownUnreadable } from "./check-tree.ts";
import { type Change, type Comparison, compareDocs } from "./compare-docs.ts";
import { findConcerned } from "./find-concerned.ts";
import { findOrphans } from "./find-orphans.ts";
import { byPlace, type CheckReport, type Found } from "./finding.ts";
import { createMdxReader } from "./mdx/mdx-reader.ts";
import { hintsOf } from "./missing-message.ts";
import { pageChanges } from "./page-changes.ts";

export type CheckInput = {
  before: DocsFiles;
  after: DocsFiles;
  /** Folder of the docs in the repository; "" for all of it. */
  docsFolder: string;
  signal?: AbortSignal;
};

export type ChangeReport = Pick<CheckReport, "broken" | "knownBefore"> & {
  pages: number;
  links: number;
  /** Pages of the docs after the change, looked at or not. */
  allPages: number;
};

/** Looks over what a change does to the docs: its pages, and what leads to them. Only what the change broke counts. */
export async function checkChanges(input: CheckInput): Promise<CheckReport> {
  const { broken, knownBefore } = await reportChanges(input);
  return { broken, knownBefore, checks: checkRows(broken) };
}

/** The same with how many pages and links it looked at. */
export async function reportChanges(input: CheckInput): Promise<ChangeReport> {
  const { docsFolder } = input;
  const pace = createPace(input.signal);
  const before = await readTree({ files: input.before, docsFolder, pace });
  const after = await readTree({ files: input.after, docsFolder, pace });
  const change = { before, after, compared: await compareDocs(before, after, pace), pace };
  const links = await foundInLinks(change);
  const compared = [
    await foundInPages(change),
    links,
    { found: checkNavigation(after, pageChanges(change)), known: checkNavigation(before) },
  ].map((two) => ({ all: two.found.length, broken: brokenOf(two, change) }));
  const broken = compared.flatMap((two) => two.broken);
  const reach = [...newlyUnlisted(change), ...(await findOrphans(change, links))];
  const findings = [...broken, ...reach].map(findingOf).sort(byPlace);
  const knownBefore = compared.reduce((sum, two) => sum + two.all, 0) - broken.length;
  const allPages = ownPages(after).length + ownUnreadable(after).length;
  return { broken: findings, knownBefore, pages: links.pages, links: links.links, allPages };
}

/** What was found after the change, and what of it may have been there before. */
type Two = { found: Found[]; known: Found[] };

function brokenOf({ found, known }: Two, { compared }: Change): Found[] {
  const keys = (path: string, { check, subjects }: Found) =>
    subjects.map((subject) => JSON.stringify([check, path, subject]));
  const old = new Set(known.flatMap((one) => keys(one.path, one)));
  return found.filter((one) => {
    const path = compared.pathBefore(one.path);
    return path === undefined || !keys(path, one).some((key) => old.has(key));
  });
}

async function foundInPages({ before, after, compared, pace }: Change): Promise<Two> {
  const mdx = createMdxReader();
  try {
    const rules = { needsLanguage: true, mdx, pace };
    const found = await checkPages({ docs: after, paths: compared.changed, ...rules });
    const paths = pathsBefore(found, compared);
    return { found, known: await checkPages({ docs: before, paths, ...rules }) };
  } finally {
    await mdx.close();
  }
}

/** The paths that pages with findings had before: there is nothing to compare on the others. */
function pathsBefore(found: Found[], compared: Comparison): string[] {
  const paths = new Set(found.map((one) => compared.pathBefore(one.path)));
  return [...paths].filter((path) => path !== undefined);
}

type LinksCompared = Two & LinkedPages & { pages: number; links: number };

async function foundInLinks(change: Change): Promise<LinksCompared> {
  const { before, after, compared, pace } = change;
  const looked = [...compared.changed, ...(await findConcerned(change))];
  const now = await checkLinks({
    docs: after,
    paths: looked,
    hints: hintsOf(after, pageChanges(change)),
    pace,
  });
  const paths = new Set([
    ...compared.gone,
    ...compared.changed.map((path) => compared.pathBefore(path) ?? path),
    ...pathsBefore(now.found, compared),
  ]);
  const earlier = await checkLinks({
    docs: before,
    paths: [...paths],
    hints: hintsOf(before),
    pace,
  });
  return {
    found: now.found,
    known: earlier.found,
    linkedNow: now.linked,
    linkedBefore: earlier.linked,
    pages: looked.length,
    links: now.links,
  };
}

function newlyUnlisted({ before, after, compared }: Change): Found[] {
  return [...after.pages.values()].filter(isUnlisted).flatMap(({ path }) => {
    const earlier = before.pages.get(compared.pathBefore(path) ?? "");
    const wasShown = earlier?.isPublished && !earlier.isHidden;
    const isNew = !wasShown || (earlier.path !== path && earlier.isListed);
    return isNew ? [unlisted(after, path)] : [];
  });
}
