import { appendFileSync, cpSync, globSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fixedAccess } from "../../src/git/run/git-access.ts";
import { threadedReader } from "../../src/ingest/pages/page-reader.ts";
import { createRefReader } from "../../src/ingest/ref-reader.ts";
import { gitSource } from "../../src/ingest/sources/git-repo.ts";
import { withoutLimits } from "../../src/ingest/sources/source-limits.ts";
import { syncSource } from "../../src/ingest/sync-source.ts";
import { operator } from "../../src/lib/actor.ts";
import { systemClock } from "../../src/lib/clock.ts";
import { createLog } from "../../src/lib/log.ts";
import { bundledEmbedder } from "../../src/models/vectors/static/embedder.ts";
import { addProject } from "../../src/projects/change-projects.ts";
import { createSearch } from "../../src/search/search.ts";
import { type Database, locationOf, openDatabase } from "../../src/store/database.ts";
import { findProject } from "../../src/store/docs/projects.ts";
import { git, startRepository } from "./docs-tree.ts";

// How long it takes from the first request that names a branch to its passages, beside a project that is in use.
const [tree = "", changedPages = "5"] = process.argv.slice(2);
const word = "quixotterloop";
const { signal } = new AbortController();

const folder = mkdtempSync(join(tmpdir(), "docent-branch-"));
const root = join(folder, "docs");
cpSync(tree, root, { recursive: true });
startRepository(root);
const files = globSync("**/*.{md,mdx}", { cwd: root }).toSorted();
const db = await openDatabase({ kind: "sqlite", file: join(folder, "docent.db") });
const deps = { db, clock: systemClock, embedder: bundledEmbedder(), reader: threadedReader() };
const current = await syncedProject();
const ask = searcher(db);
await timed("index of the current docs", () => ask(current.currentRevisionId ?? "", "array"));
const access = fixedAccess({ logins: new Map(), ssh: {} });
const limits = withoutLimits;
const revisionOf = createRefReader({ ...deps, limits, mirrorFolder: folder, access });
for (const round of [1, 2, 3, 4, 5]) await askBranch(round);
rmSync(folder, { recursive: true, force: true });
process.exit(0);

async function syncedProject() {
  const place = { location: join(root, ".git"), branch: "main", subfolder: "" };
  const { project, source } = await addProject(deps, operator, {
    ...{ domain: "bench", name: "Bench", visibility: "public", baseUrl: "" },
    source: { kind: "git", ...place },
  });
  await timed(`sync of ${files.length} pages`, () =>
    syncSource(deps, source, gitSource({ ...place, mirrorFolder: folder })),
  );
  const synced = await findProject(db, project.id);
  if (!synced) throw new Error("there is no project");
  return synced;
}

function searcher(database: Database) {
  const search = createSearch({
    store: locationOf(database),
    memoryBytes: 2_000_000_000,
    log: createLog({ level: "silent", format: "json" }),
  });
  return async (revisionId: string, text: string) => {
    const query = { text, hints: [], liftPaths: [], filter: {}, limit: 5 };
    return search.search(revisionId, (await search.prepare?.(revisionId, query)?.()) ?? query);
  };
}

async function askBranch(round: number): Promise<void> {
  const branch = `change-${round}`;
  changePages(branch, round);
  const started = performance.now();
  const { revisionId } = await timed("read", () =>
    revisionOf({ project: current, ref: branch }, signal),
  );
  const { hits } = await timed("search", () => ask(revisionId, `What does ${word} do?`));
  const ms = Math.round(performance.now() - started);
  const isRight = hits[0]?.passage.text.includes(word) === true;
  process.stdout.write(
    `${branch}: ${ms} ms from the first request, ${isRight ? "found" : "NOT FOUND"}\n`,
  );
  await timed("readers meanwhile", () => ask(current.currentRevisionId ?? "", "promise"));
  await timed("asked again", async () => {
    const again = await revisionOf({ project: current, ref: branch }, signal);
    return ask(again.revisionId, word);
  });
}

function changePages(branch: string, round: number): void {
  git(root, "checkout", "--quiet", "-b", branch, "main");
  const step = Math.floor(files.length / Number(changedPages));
  const changed = files.filter((_, at) => at % step === round).slice(0, Number(changedPages));
  const text = `\n## ${word} ${round}\n\nWhat ${word} ${round} does.\n`;
  for (const path of changed) appendFileSync(join(root, path), text);
  git(root, "add", "--all");
  git(root, "-c", "user.name=B", "-c", "user.email=b@example.com", "commit", "--quiet", "-m", "c");
}

async function timed<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const started = performance.now();
  const before = process.cpuUsage();
  const result = await work();
  const ms = Math.round(performance.now() - started);
  const { user, system } = process.cpuUsage(before);
  const processorMs = Math.round((user + system) / 1_000);
  process.stdout.write(`  ${name}: ${ms} ms, ${processorMs} ms of the processor\n`);
  return result;
}
