import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { type Expression, findExpressions } from "./expressions/find-expressions.ts";
import { growthOf, mayGrow } from "./expressions/growth-of.ts";
import { type Guarded, guarded } from "./expressions/guarded.ts";
import { type Fault, reportFaults } from "./fault.ts";
import { listFiles } from "./list-files.ts";

const CHECKED = /^(?:src|bin|web|integrations)\/.*\.(?:tsx?|m?js)$/;
const TEST = /\.test\.tsx?$/;
const KNOWN = "scripts/expressions/known-linear.json";

/** What was found to be linear, by which version of the checker. */
export type Known = { checker: string; linear: string[] };
type Checked = { faults: Fault[]; linear: string[] };

/**
 * Every regular expression below root whose time grows faster than its text. One that `known` has by this version of
 * the checker costs nothing; all others are looked at.
 */
export async function checkExpressions(
  root: string,
  { known, allowed = guarded }: { known: string[]; allowed?: Guarded[] },
): Promise<Checked> {
  const files = listFiles(root).filter((file) => CHECKED.test(file) && !TEST.test(file));
  const found = files.flatMap((file) =>
    findExpressions(file, readFileSync(join(root, file), "utf8")),
  );
  const isKnown = new Set(known);
  const isAllowed = (one: Expression) =>
    allowed.some(({ file, expression }) => file === one.file && expression === nameOf(one));
  const faults: Fault[] = [];
  const linear = new Set<string>();
  for (const [name, places] of Map.groupBy(found, nameOf)) {
    const [first] = places;
    if (first?.source !== undefined && !mayGrow(first.source, first.flags)) continue;
    const open = places.filter((place) => !isAllowed(place));
    if (open.length === 0) continue;
    const growth =
      first?.source === undefined
        ? { reason: "is made of a text that is not written here" }
        : isKnown.has(name)
          ? "linear"
          : await growthOf(first.source, first.flags);
    if (growth === "linear") linear.add(name);
    else
      for (const { file, line } of open)
        faults.push({ file, line, reason: `${name}: ${growth.reason}` });
  }
  return { faults: [...faults, ...unused(found, allowed)], linear: [...linear].sort() };
}

/** An exception that stands for nothing any more has to go. */
function unused(found: Expression[], allowed: Guarded[]): Fault[] {
  return allowed
    .filter(({ file, expression }) =>
      found.every((one) => one.file !== file || nameOf(one) !== expression),
    )
    .map(({ file, expression }) => ({ file, line: 1, reason: `no longer holds ${expression}` }));
}

function nameOf({ source, flags }: Expression): string {
  return source === undefined ? "new RegExp" : `/${source}/${flags}`;
}

function checkerVersion(): string {
  const { version }: { version: string } = createRequire(import.meta.url)("recheck/package.json");
  return `recheck ${version}, 1`;
}

function readKnown(root: string): string[] {
  const known: Known = JSON.parse(readFileSync(join(root, KNOWN), "utf8"));
  return known.checker === checkerVersion() ? known.linear : [];
}

async function main(root: string, writes: boolean): Promise<void> {
  const known = readKnown(root);
  const { faults, linear } = await checkExpressions(root, { known });
  reportFaults(faults);
  const isSame = linear.length === known.length && linear.every((name, at) => name === known[at]);
  if (isSame) return;
  if (!writes) return console.log(`${KNOWN} is not current; "npm run generate" saves time here.`);
  const text = JSON.stringify({ checker: checkerVersion(), linear }, undefined, 2);
  writeFileSync(join(root, KNOWN), `${text}\n`);
}

if (import.meta.main) {
  await main(process.cwd(), process.argv.includes("--write"));
  // The checker's own process would keep this one.
  process.exit();
}
