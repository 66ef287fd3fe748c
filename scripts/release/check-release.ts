import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Fault, reportFaults } from "../fault.ts";
import { readOwnPackages } from "./own-packages.ts";
import { readChangelog, type Section } from "./read-changelog.ts";

const CHANGELOG = "CHANGELOG.md";
const LOCK = "package-lock.json";

/** Where versions, names and the changelog do not agree. With a tag, also what keeps that release from being published. */
export function checkRelease(root: string, tag?: string): Fault[] {
  const [newest, ...older] = readChangelog(readFileSync(join(root, CHANGELOG), "utf8"));
  const at = (line: number) => (reason: string) => ({ file: CHANGELOG, line, reason });
  if (newest === undefined || older.includes(undefined))
    return [at(1)('a heading is neither "## [Unreleased] 1.2.3" nor "## [1.2.3] - 2026-01-31"')];
  const previous = older[0];
  const faults = [
    ...(previous && !isAfter(newest.version, previous.version)
      ? [`${newest.version} does not come after ${previous.version}`]
      : []),
    ...(tag === undefined ? [] : tagFaults(tag, newest)),
  ];
  return [...faults.map(at(newest.line)), ...packageFaults(root, newest.version)];
}

function tagFaults(tag: string, { version, date, text }: Section): string[] {
  return [
    ...(tag === `v${version}` ? [] : [`the tag is ${tag}, and the newest version is ${version}`]),
    ...(date === undefined ? [`${version} is not released: its heading has no date`] : []),
    ...(text === "" ? [`nothing is said about ${version}`] : []),
  ];
}

/** All packages have the version of the changelog and the scope of the server's. */
function packageFaults(root: string, version: string): Fault[] {
  const packages = readOwnPackages(root);
  const name = packages[0]?.manifest.name ?? "";
  const scope = /^@[\w-]+\//.exec(name)?.[0];
  const faults = packages.flatMap(({ file, manifest }) => [
    ...(manifest.version === version
      ? []
      : [{ file, reason: `the version is ${manifest.version}, and the changelog's ${version}` }]),
    ...(scope !== undefined && manifest.name.startsWith(scope)
      ? []
      : [{ file, reason: `${manifest.name} is not in the scope of ${name}` }]),
  ]);
  const lock = JSON.parse(readFileSync(join(root, LOCK), "utf8"));
  const isLocked = [lock, lock.packages[""]].every(
    (entry) => entry.version === version && entry.name === name,
  );
  const locked = isLocked ? [] : [{ file: LOCK, reason: `it is not of ${name} ${version}` }];
  return [...faults, ...locked].map((fault) => ({ ...fault, line: 1 }));
}

function isAfter(version: string, other: string): boolean {
  const [one, two] = [version, other].map((text) => text.split(".").map(Number));
  const at = [0, 1, 2].find((index) => one?.[index] !== two?.[index]);
  return at !== undefined && (one?.[at] ?? 0) > (two?.[at] ?? 0);
}

/** Gives every package the version that the changelog names. */
export function writeVersions(root: string): void {
  const [newest] = readChangelog(readFileSync(join(root, CHANGELOG), "utf8"));
  if (newest === undefined) throw new Error(`the newest heading of ${CHANGELOG} names no version`);
  const files = readOwnPackages(root).map(({ file }) => file);
  for (const file of [...files, LOCK]) {
    const content = JSON.parse(readFileSync(join(root, file), "utf8"));
    content.version = newest.version;
    if (file === LOCK) content.packages[""].version = newest.version;
    writeFileSync(join(root, file), `${JSON.stringify(content, null, 2)}\n`);
  }
}

if (import.meta.main) {
  const root = join(import.meta.dirname, "../..");
  const { values } = parseArgs({
    options: { tag: { type: "string" }, write: { type: "boolean" }, notes: { type: "boolean" } },
  });
  if (values.write) writeVersions(root);
  if (values.notes)
    console.log(readChangelog(readFileSync(join(root, CHANGELOG), "utf8"))[0]?.text);
  else reportFaults(checkRelease(root, values.tag));
}
