import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { type Fault, reportFaults } from "./fault.ts";
import { findCircles } from "./find-circles.ts";
import { listFiles } from "./list-files.ts";
import { type Imports, readImports } from "./read-imports.ts";

/** Imports point down: a file may import from its own folder and from any row below it. */
const ROWS = [
  ["main.ts"],
  ["compose"],
  ["http", "cli"],
  ["config"],
  [
    ...["agent", "assistant", "changes", "ingest", "keys", "members", "projects", "usage"],
    ...["analytics", "insights", "automations"],
  ],
  ["gate"],
  ["search", "forge"],
  ["git", "models", "store"],
  ["docs"],
  ["text"],
  ["lib"],
  ["contract"],
];

const CHECKED = /^(?:src|web|packages|scripts|test|bench)\/.*\.tsx?$/;
/** The launcher is plain JavaScript. */
const NAMES_A_FILE = /\.(?:tsx?|json|css(?:\?inline)?)$|\/bin\/[\w-]+\.js$/;

/** Every import below root that breaks the order of the folders, and every ring of imports, types included. */
export function checkImports(root: string): Fault[] {
  const sources = listFiles(root)
    .filter((file) => CHECKED.test(file))
    .map((file) => readSource(file, readFileSync(join(root, file), "utf8")));
  return [...sources.flatMap(checkFile), ...circles(sources)];
}

type Source = { file: string; read: Imports | { error: unknown } };

function readSource(file: string, source: string): Source {
  try {
    return { file, read: readImports(file, source) };
  } catch (error) {
    return { file, read: { error } };
  }
}

function circles(sources: Source[]): Fault[] {
  const imports = new Map(
    sources.map((source): [string, string[]] => [source.file, targetsOf(source)]),
  );
  return findCircles(imports).map((group) => ({
    file: group[0] ?? "",
    line: 1,
    reason: `is in a ring of imports: ${group.join(", ")}`,
  }));
}

function targetsOf({ file, read }: Source): string[] {
  // What does not parse is a fault of its own.
  if ("error" in read) return [];
  const own = read.imports.filter(({ specifier }) => specifier.startsWith("."));
  return own.map(({ specifier }) => posix.join(posix.dirname(file), specifier));
}

function checkFile({ file, read }: Source): Fault[] {
  const hasNoRow =
    !/\.test\.tsx?$/.test(file) && topFolder(file) === "src" && rowOf(unitOf(file)) < 0;
  if (hasNoRow) return [{ file, line: 1, reason: "has no row in the import order" }];
  if ("error" in read) return [{ file, line: 1, reason: `does not parse: ${String(read.error)}` }];
  const { imports, isBarrel } = read;
  const faults = isBarrel ? [{ file, line: 1, reason: "only re-exports (a barrel file)" }] : [];
  for (const { specifier, line } of imports) {
    const reason = specifier.startsWith(".") ? faultOf(file, specifier) : undefined;
    if (reason !== undefined) faults.push({ file, line, reason });
  }
  return faults;
}

function faultOf(file: string, specifier: string): string | undefined {
  const target = posix.join(posix.dirname(file), specifier);
  if (!NAMES_A_FILE.test(specifier)) return `${specifier} does not name a file with its ending`;
  const from = topFolder(file);
  const to = topFolder(target);
  if (from === "test" || from === "bench") return undefined;
  if (to === "bench") return "nothing imports bench/";
  if (file.endsWith(".test.ts") || file.endsWith(".test.tsx")) return undefined;
  if (to === "test") return "only tests import test/";
  if (from === "web") return webFault(target);
  if (from === "packages") return packageFault(file, target);
  if (target === "src/config/read-config.ts" && file.startsWith("src/") && file !== "src/main.ts") {
    return "in src/ only src/main.ts imports src/config/read-config.ts";
  }
  return from === "src" ? sourceFault(file, target) : undefined;
}

function topFolder(path: string): string {
  return path.split("/")[0] ?? "";
}

function webFault(target: string): string | undefined {
  const allowed = target.startsWith("web/") || target.startsWith("src/contract/");
  return allowed ? undefined : `web/ imports ${target}; it may import src/contract/ only`;
}

/** A package takes the types of what it loads in the browser, and nothing else. */
function packageFault(file: string, target: string): string | undefined {
  const own = file.split("/").slice(0, 2).join("/");
  const allowed = target.startsWith(`${own}/`) || target.startsWith("web/widget/");
  return allowed ? undefined : `${own} imports ${target}; it may import web/widget/ only`;
}

function sourceFault(file: string, target: string): string | undefined {
  if (target === "package.json") return undefined;
  if (topFolder(target) !== "src") return `src/ imports ${target}, which is outside src/`;
  const from = unitOf(file);
  const to = unitOf(target);
  const fromRow = rowOf(from);
  const toRow = rowOf(to);
  if (toRow < 0) return `src/${to} has no row in the import order`;
  if (from === to || toRow > fromRow) return undefined;
  const direction = toRow === fromRow ? "sideways" : "upward";
  return `src/${from} imports ${direction} from src/${to}`;
}

/** The part of src/ that has a row: a folder, or a file directly in src/. */
function unitOf(path: string): string {
  return path.split("/")[1] ?? "";
}

function rowOf(unit: string): number {
  return ROWS.findIndex((row) => row.includes(unit));
}

if (import.meta.main) reportFaults(checkImports(process.cwd()));
