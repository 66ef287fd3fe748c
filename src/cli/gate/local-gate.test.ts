import { readdirSync } from "node:fs";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { embedder, testModels } from "../../../test/harness.ts";
import { makeRepository } from "../../../test/make-repository.ts";
import { createAssistant } from "../../compose/create-assistant.ts";
import { sharedOf } from "../../compose/parts.ts";
import { loadConfig } from "../../config/read-config.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";
import { createEngine } from "../../search/engine.ts";
import type { Database } from "../../store/database.ts";
import { openCheckSource } from "../check/check-source.ts";
import { gateFormats, gateOutput } from "./gate-output.ts";
import { localGate } from "./local-gate.ts";
import { findQuestions, soundQuestions } from "./written-questions.ts";

const config = loadConfig({}, {}, false);
const log = createLog({ level: "silent", format: "json" });
const services = {
  config,
  clock: systemClock,
  embedder: () => embedder,
  createAssistant(db: Database) {
    const search = createEngine({ db, embedder, memoryBytes: 64 * 1_048_576 });
    const parts = { config, log, clock: systemClock, models: testModels(), db, embedder, search };
    return createAssistant(sharedOf(parts), "http://docent.test", () => undefined);
  },
};
const progress = { update: () => undefined, end: () => undefined };

const pages = {
  "docs/backups.md":
    "# Backups\n\n## How do I restore a backup?\n\nRun `acme restore --from NAME` to restore a backup into an empty database.\n",
  "docs/regions.md":
    "# Regions\n\n## Which regions are there?\n\nThe service runs in the regions Frankfurt, Oregon and Singapore.\n",
  "docs/retries.md":
    "# Retries\n\n## How often is a failed delivery retried?\n\nA failed delivery is retried five times, with a pause that doubles each time.\n",
  ".docent/questions.yml":
    "questions:\n  - question: Which regions are there?\n    pages: [regions.md]\n    words: Oregon\n  - How do I restore a backup?\n  - How often is a failed delivery retried? <b>@all</b>\n",
};

async function gate(path: string, head: string | undefined) {
  const source = await openCheckSource({
    ...{ path, ref: head, base: undefined, docs: undefined, needsBase: true },
  });
  const written = await findQuestions(source, undefined);
  const questions = written === undefined ? [] : soundQuestions(written);
  const wanted = { source, questions, budget: {}, model: undefined, progress };
  const report = await localGate(services, wanted);
  const output = { report, failOn: ["lost" as const], docsFolder: source.docsFolder };
  return { ...output, file: written?.inRepository ?? "" };
}

function leftovers(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith("docent-gate-"));
}

test("a branch is held against where it left main, and nothing stays behind", async () => {
  const repository = await makeRepository(pages);
  await repository.commit("change", { "docs/backups.md": null }, "main");
  await repository.commit("main", { "docs/regions.md": "# Regions\n\nOnly one.\n" });
  const before = leftovers();
  const output = await gate(repository.path, "change");
  expect(leftovers()).toEqual(before);
  const { report } = output;
  expect(report.head).toBe((await repository.git("rev-parse", "change")).trim());
  expect(report.counts).toEqual({ lost: 1, "deleted-page": 1 });
  const [text, json, markdown, junit, sarif] = gateFormats.map((one) => gateOutput(output, one));
  expect(text).toContain("No longer answered (fails)\n  How do I restore a backup? (line 5)");
  expect(JSON.parse(json ?? "")).toMatchObject({ version: 1, counts: { lost: 1 } });
  expect(markdown).toContain("**This change makes answers worse.**");
  expect(junit).toContain('tests="3" failures="1" errors="0"');
  expect(junit).toContain("retried? &lt;b&gt;@all&lt;/b&gt;");
  const [result] = JSON.parse(sarif ?? "").runs[0].results;
  expect(result.ruleId).toBe("lost");
  expect(result.locations[0].physicalLocation.artifactLocation.uri).toBe(".docent/questions.yml");
});

test("without a head the files on disk are asked, those nobody has committed too", async () => {
  const repository = await makeRepository(pages, { workTree: true });
  const tree = join(repository.folder, "tree");
  await writeFile(
    join(tree, "docs/regions.md"),
    pages["docs/regions.md"].replace("Oregon", "Ohio"),
  );
  await rm(join(tree, "docs/retries.md"));
  const { report } = await gate(tree, undefined);
  expect(report.head).toBe("the files on disk");
  const effects = report.results.map(({ effects: own }) => own);
  expect(effects).toEqual([["lines-changed", "not-expected"], [], ["lost", "deleted-page"]]);
});

test("questions of others notify nobody in a pull request", async () => {
  const repository = await makeRepository(pages);
  await repository.commit("change", { "docs/retries.md": null }, "main");
  const markdown = gateOutput(await gate(repository.path, "change"), "markdown");
  expect(markdown).toContain("`How often is a failed delivery retried? <b>@all</b>`");
});
