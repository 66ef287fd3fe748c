import { isCall, isComputed, type StaticValue } from "../values/static-value.ts";
import type { SiteProblem } from "./site.ts";

const maxProblems = 50;

const leftOut =
  "Some of what is left out is said by code, so pages may be shown that the site does not show.";

/** Notes that not all of a list of what is not published can be read. */
export function reportLeftOut(problems: SiteProblem[], list: StaticValue): void {
  for (const item of Array.isArray(list) ? list : [list]) reportComputed(problems, item, leftOut);
}

/** Notes that a part of the configuration can only be known by running it; false when it can be read. */
export function reportComputed(
  problems: SiteProblem[],
  value: StaticValue,
  message: string,
): boolean {
  if (!isComputed(value) && !isCall(value)) return false;
  const { path, line } = value;
  const isKnown = problems.some((problem) => problem.path === path && problem.line === line);
  if (!isKnown && problems.length < maxProblems) problems.push({ path, line, message });
  return true;
}
