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
import { createFactsReader, type FactsStore } from "./facts/facts-reader.ts";
import { findConcerned } from "./find-concerned.ts";
import { findOrphans } from "./find-orphans.ts";
import { byPlace, type CheckReport, type Found, type Remark } from "./finding.ts";
import { hintsOf } from "./missing-message.ts";
import { pageChanges } from "./page-changes.ts";

export type CheckInput = {
  before: DocsFiles;
  after: DocsFiles;
  /** Folder of the docs in the repository; "" for all of it. */
  docsFolder: string;
  signal?: AbortSignal;
  /** What is known of pages already. */
  known?: FactsStore | undefined;
};

export type ChangeReport = Pick<CheckReport, "broken" | "knownBefore"> & {
  pages: number;
  links: number;
  /** Pages of the docs after the change, looked at or not. */
  allPages: number;
  remarks: Remark[];
};

/** Looks over what a change does to the docs: its pages, and what leads to them. Only what the change broke counts. */
export async function checkChanges(input: CheckInput): Promise<CheckReport> {
  const { broken, knownBefore } = await reportChanges(input);
  return { broken, knownBefore, checks: checkRows(broken) };
}

/** The same with how many pages and links it looked at. */
export async function reportChanges(input: CheckInput): Promise<ChangeReport> {
  const { docsFolder, known } = input;
  const pace = createPace(input.signal);
  const facts = createFactsReader({ pace, known });
  try {
    const before = await readTree({ files: input.before, docsFolder, pace });
    const after = await readTree({ files: input.after, docsFolder, pace });
    const compared = await compareDocs(before, after, pace);
    return await reportOf({ before, after, compared, facts, pace });
  } finally {
    await facts.close();
  }
}

async function reportOf(change: Change): Promise<ChangeReport> {
  const { before, after } = change;
  const pages = await foundInPages(change);
  const links = await foundInLinks(change);
  const compared = [
    pages,
    links,
    { found: checkNavigation(after, pageChanges(change)), known: checkNavigation(before) },
  ].map((two) => ({ all: two.found.length, broken: brokenOf(two, change) }));
  const broken = compared.flatMap((two) => two.broken);
  const reach = [...newlyUnlisted(change), ...(await findOrphans(change, links))];
  return {
    broken: [...broken, ...reach].map(findingOf).sort(byPlace),
    knownBefore: compared.reduce((sum, two) => sum + two.all, 0) - broken.length,
    pages: links.pages,
    links: links.links,
    allPages: ownPages(after).length + ownUnreadable(after).length,
    remarks: [...pages.remarks, ...links.remarks].sort(byPlace),
  };
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

async function foundInPages(change: Change): Promise<Two & { remarks: Remark[] }> {
  const { before, after, compared, facts } = change;
  const rules = { needsLanguage: true, facts };
  const now = await checkPages({ docs: after, paths: compared.changed, ...rules });
  const paths = pathsBefore(now.found, compared);
  const earlier = await checkPages({ docs: before, paths, ...rules });
  return { found: now.found, known: earlier.found, remarks: now.remarks };
}

/** The paths that pages with findings had before: there is nothing to compare on the others. */
function pathsBefore(found: Found[], compared: Comparison): string[] {
  const paths = new Set(found.map((one) => compared.pathBefore(one.path)));
  return [...paths].filter((path) => path !== undefined);
}

type LinksCompared = Two & LinkedPages & { pages: number; links: number; remarks: Remark[] };

async function foundInLinks(change: Change): Promise<LinksCompared> {
  const { before, after, compared, facts } = change;
  const looked = [...compared.changed, ...(await findConcerned(change))];
  const now = await checkLinks({
    docs: after,
    paths: looked,
    hints: hintsOf(after, pageChanges(change)),
    facts,
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
    facts,
  });
  return {
    found: now.found,
    known: earlier.found,
    linkedNow: now.linked,
    linkedBefore: earlier.linked,
    pages: looked.length,
    links: now.links,
    remarks: now.remarks,
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
