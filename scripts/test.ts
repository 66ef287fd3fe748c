import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ensureChromium } from "./needs/ensure-chromium.ts";
import { ensureGit } from "./needs/ensure-git.ts";
import { ensurePgBouncer } from "./needs/ensure-pgbouncer.ts";
import { ensureShells } from "./needs/ensure-shells.ts";
import { processorTime } from "./processor-time.ts";
import { runVitest } from "./run-vitest.ts";
import { addTotals, formatTotals, NOTHING, type Totals } from "./totals.ts";

type Outcome = { totals: Totals; output: string };
type Step = { title: string; run(): Promise<Outcome> };

const ROOT = dirname(import.meta.dirname);
const GENERATE = "scripts/generate-env-example.ts";

async function main(filters: string[]): Promise<Totals> {
  if (Number.parseInt(process.versions.node, 10) < 24) {
    console.log(
      `The tests need Node 24 and this is ${process.version}: run "npm ci", then "npm test".`,
    );
    return outcome(false).totals;
  }
  const git = await runSteps([need("git", ensureGit)]);
  const needs = [
    need("chromium", ensureChromium),
    need("pgbouncer", ensurePgBouncer),
    need("shells", ensureShells),
  ];
  // Installing waits for others, and tests for what they started: checks use the time.
  const both = await Promise.all([runSteps(checks()), runSteps([...needs, tests(filters)])]);
  return [git, ...both].reduce(addTotals, NOTHING);
}

function need(title: string, ensure: () => Promise<boolean>): Step {
  return { title, run: async () => outcome(await ensure()) };
}

/** What has to hold beside the tests before a change is merged; a failing step does not hide the next. */
function checks(): Step[] {
  const { resolve } = createRequire(import.meta.url);
  const biome = resolve("@biomejs/biome/bin/biome");
  // Several checkers each work out the same types: one takes three fifths of their processor time, and tests use the rest.
  const types = [
    join(dirname(resolve("typescript/package.json")), "bin/tsc"),
    "--noEmit",
    "--singleThreaded",
  ];
  const generated = check("generated files are current", [GENERATE, "--check"]);
  return [
    check("format and lint", [biome, "check", "--error-on-warnings", "."]),
    check("types", types),
    check("types of the dashboard", [...types, "-p", "web/tsconfig.json"]),
    check("types of the React package", [...types, "-p", "packages/react"]),
    check("types of the client", [...types, "-p", "packages/client"]),
    check("imports point down", ["scripts/check-imports.ts"]),
    check("paths in Markdown", ["scripts/check-doc-paths.ts"]),
    check("commands and packages that texts name", ["scripts/check-snippets.ts"]),
    check("versions, changelog and packages agree", ["scripts/release/check-release.ts"]),
    check("sizes of files and folders", ["scripts/check-sizes.ts"]),
    check("plain names", ["scripts/check-names.ts"]),
    check("what Windows runs as well", ["scripts/check-systems.ts"]),
    check("sizes of what browsers load", ["scripts/check-client-sizes.ts"]),
    check("regular expressions are linear", ["scripts/check-expressions.ts"]),
    ...(existsSync(join(ROOT, GENERATE)) ? [generated] : []),
  ];
}

function tests(args: string[]): Step {
  const { resolve } = createRequire(import.meta.url);
  const vitest = join(dirname(resolve("vitest/package.json")), "vitest.mjs");
  const run = async () => ({
    totals: await runVitest({ root: ROOT, vitest, args, output: "inherit" }),
    output: "",
  });
  return { title: "tests", run };
}

/** Its words are shown when it has ended, so that they do not mix with those of the tests. */
function check(title: string, args: string[]): Step {
  const run = async () => {
    const child = spawn(process.execPath, args, { cwd: ROOT, stdio: ["ignore", "pipe", "pipe"] });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    const [status] = await once(child, "close");
    return outcome(status === 0, Buffer.concat(chunks).toString("utf8"));
  };
  return { title, run };
}

function outcome(isGood: boolean, output = ""): Outcome {
  return { totals: { ...NOTHING, [isGood ? "passed" : "failed"]: 1 }, output };
}

async function runSteps(steps: Step[]): Promise<Totals> {
  let sum = NOTHING;
  for (const { title, run } of steps) {
    const started = performance.now();
    const { totals, output } = await run();
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const verdict = totals.failed === 0 ? "ok" : "FAILED";
    console.log(`\n${output}== ${title}: ${verdict} in ${seconds} s`);
    sum = addTotals(sum, totals);
  }
  return sum;
}

if (import.meta.main) {
  const totals = await main(process.argv.slice(2));
  const spent = processorTime();
  if (spent !== undefined) console.log(`\n${spent}`);
  console.log(`\n${formatTotals(totals)}`);
  process.exitCode = totals.failed === 0 ? 0 : 1;
}
