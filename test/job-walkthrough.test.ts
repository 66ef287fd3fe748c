import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commitOverlay } from "../src/git/overlay/commit-overlay.ts";
import { branchCommit } from "../src/git/read/resolve-commit.ts";
import { runGit } from "../src/git/run/git.ts";
import { branchFiles, createJobNode, jobEvents, task } from "./job-node.ts";
import { startWiredModels } from "./model-node.ts";
import { renameDocs, renameInstruction, renameReply, renameSteps, stepOf } from "./rename-job.ts";
import { root } from "./server-process.ts";

const branch = "docs/topics";
const subjects = ["docs: describe limits", "docs: add the quickstart", "docs: tell how to publish"];

/** A history from which the convention of titles can be told. */
async function addHistory(repository: string): Promise<void> {
  for (const [index, subject] of subjects.entries()) {
    const content = `${subject}\n`.repeat(index + 1);
    await commitOverlay(repository, {
      base: await branchCommit(repository, "main"),
      branch: "main",
      changes: [{ path: "HISTORY.txt", content, mode: "100644" }],
      message: `${subject}\n`,
      author: { name: "Ann", email: "ann@example.com" },
      date: new Date(`2030-01-0${index + 2}T00:00:00Z`),
    });
  }
}

async function runRename() {
  const { server, models } = await startWiredModels("anthropic", (request) =>
    renameReply(stepOf(request)),
  );
  const node = await createJobNode({ pages: renameDocs, models });
  await addHistory(node.repository);
  const response = await node.createJob(task(renameInstruction, { branch }));
  await node.jobs.startWorker();
  const events = await jobEvents(response);
  const session = await node.session(response.headers.get("x-session-id") ?? "");
  const change = await node.db.selectFrom("changes").selectAll().executeTakeFirstOrThrow();
  const diff = ["diff", "--no-color", `main...${branch}`];
  const { stdout } = await runGit(diff, { gitDirectory: node.repository });
  return { server, node, events, session, change, diff: stdout.toString() };
}

test("a feature is renamed across the docs, with a new guide, navigation and links that hold", async () => {
  const { server, node, events, session, change, diff } = await runRename();
  expect(session).toMatchObject({ haultReason: "completed", haulted: true });
  expect(server.requests).toHaveLength(renameSteps.length);
  const [system = ""] = [JSON.stringify(server.requests[0]?.body.system)];
  for (const told of ["Headings are in sentence case", "docs: ", "guides/"])
    expect(system).toContain(told);
  const files = await branchFiles(node.repository, branch);
  expect(Object.keys(files)).not.toContain("guides/channels.mdx");
  for (const [path, text] of Object.entries(files))
    if (path !== "guides/move-to-topics.mdx") expect(text, path).not.toMatch(/channel/i);
  expect(JSON.parse(files["docs.json"] ?? "").navigation.groups[1].pages).toEqual([
    "guides/topics",
    "guides/publish",
    "guides/move-to-topics",
  ]);
  const refused = events.filter((event) => event.type === "tool-output-error");
  expect(refused).toHaveLength(1);
  expect(change).toMatchObject({
    draft: false,
    state: "open",
    title: "docs: rename channels to topics",
  });
  expect(change.checks.every(({ passed }) => passed)).toBe(true);
  const told = [diff, change.body, refused[0]?.errorText, renameInstruction].join("\n");
  const page = await readFile(join(root, "docs/job-walkthrough.mdx"), "utf8");
  const shown = [...page.matchAll(/```(?:diff|markdown|text)\n([\s\S]*?)```/g)];
  expect(shown).toHaveLength(4);
  for (const [, block = ""] of shown) expect(told).toContain(block);
  expect(page).toContain(renameInstruction);
  expect(page).toContain(change.title);
});
