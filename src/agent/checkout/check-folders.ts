import { checkChanges } from "../../docs/check/check-changes.ts";
import { checkRows } from "../../docs/check/check-rows.ts";
import type { CheckReport } from "../../docs/check/finding.ts";
import type { Overlay } from "../../git/overlay/overlay.ts";
import { firstOf } from "../../text/bounded.ts";

type Compared = { before: Overlay; after: Overlay; signal: AbortSignal };

/** Each folder of docs is a site of its own; those without a change have nothing to check. */
export async function checkFolders(change: Compared, folders: string[]): Promise<CheckReport> {
  const [first = "", ...others] = folders;
  const isChanged = (folder: string) =>
    change.after.changes().some(({ path }) => path.startsWith(`${folder}/`));
  const reports: CheckReport[] = [];
  for (const docsFolder of [first, ...others.filter(isChanged)])
    reports.push(await checkChanges({ ...change, docsFolder }));
  const findings = reports.flatMap(({ broken }) => broken);
  // A page that two sites show is found wanting once.
  const broken = [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()];
  const knownBefore = reports.reduce((sum, one) => sum + one.knownBefore, 0);
  return { broken, knownBefore, checks: checkRows(broken) };
}

const mostFindings = 50;

/** A reviewer is told what was not looked at. */
export function withLeftOut(report: CheckReport, paths: string[]): CheckReport {
  if (paths.length === 0) return report;
  const findings = firstOf(
    paths.map((path) => `${path} is too costly to read, so nothing in it was checked`),
    mostFindings,
  );
  const row = { name: "Every page could be read in time", passed: false, findings };
  return { ...report, checks: [...report.checks, row] };
}

/** A check that could not be made must not cost the work: the reviewer is told instead. */
export function uncheckedReport(why: string): CheckReport {
  const findings = [`${why}: look at this change with care.`];
  const checks = [{ name: "The checks ran", passed: false, findings }];
  return { broken: [], knownBefore: 0, checks };
}
