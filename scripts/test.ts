import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ensureChromium } from "./ensure-chromium.ts";
import { ensureGit } from "./ensure-git.ts";
import { runVitest } from "./run-vitest.ts";
import { addTotals, formatTotals, NOTHING, type Totals } from "./totals.ts";

type Step = { title: string; run(): Totals };

const ROOT = dirname(import.meta.dirname);
const GENERATE = "scripts/generate-env-example.ts";

function main(filters: string[]): Totals {
  if (Number.parseInt(process.versions.node, 10) >= 24) {
    return steps(filters).map(runStep).reduce(addTotals, NOTHING);
  }
  console.log(
    `The tests need Node 24 and this is ${process.version}: run "npm ci", then "npm test".`,
  );
  return outcome(false);
}

/** Everything that has to hold before a change is merged; a failing step does not hide the next. */
function steps(filters: string[]): Step[] {
  const { resolve } = createRequire(import.meta.url);
  const biome = resolve("@biomejs/biome/bin/biome");
  const typescript = join(dirname(resolve("typescript/package.json")), "bin/tsc");
  const vitest = join(dirname(resolve("vitest/package.json")), "vitest.mjs");
  const vitestRun = { root: ROOT, vitest, args: filters, output: "inherit" } as const;
  const generated = check("generated files are current", [GENERATE, "--check"]);
  return [
    { title: "git", run: () => outcome(ensureGit()) },
    { title: "chromium", run: () => outcome(ensureChromium()) },
    check("format and lint", [biome, "check", "."]),
    check("types", [typescript, "--noEmit"]),
    check("types of the dashboard", [typescript, "--noEmit", "-p", "web/tsconfig.json"]),
    check("imports point down", ["scripts/check-imports.ts"]),
    check("paths in Markdown", ["scripts/check-doc-paths.ts"]),
    check("sizes of files and folders", ["scripts/check-sizes.ts"]),
    check("plain names", ["scripts/check-names.ts"]),
    check("regular expressions are linear", ["scripts/check-expressions.ts"]),
    ...(existsSync(join(ROOT, GENERATE)) ? [generated] : []),
    { title: "tests", run: () => runVitest(vitestRun) },
  ];
}

function check(title: string, args: string[]): Step {
  const run = () => {
    const { status } = spawnSync(process.execPath, args, { cwd: ROOT, stdio: "inherit" });
    return outcome(status === 0);
  };
  return { title, run };
}

function outcome(isGood: boolean): Totals {
  return isGood ? { ...NOTHING, passed: 1 } : { ...NOTHING, failed: 1 };
}

function runStep({ title, run }: Step): Totals {
  console.log(`\n== ${title}`);
  const started = performance.now();
  const totals = run();
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  console.log(`== ${title}: ${totals.failed === 0 ? "ok" : "FAILED"} in ${seconds} s`);
  return totals;
}

if (import.meta.main) {
  const totals = main(process.argv.slice(2));
  console.log(`\n${formatTotals(totals)}`);
  process.exitCode = totals.failed === 0 ? 0 : 1;
}
