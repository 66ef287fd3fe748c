import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createTestNode, type TestNode } from "../../../../test/harness.ts";
import { makeUpAnswer } from "../../../../test/made-up-answers.ts";
import { serverGate } from "../../../cli/gate/server-gate.ts";
import { gateEvent } from "../../../contract/gate.ts";
import { runGit } from "../../../git/run/git.ts";

async function commit(folder: string, message: string): Promise<void> {
  const who = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  await runGit(["add", "--all"], { cwd: folder });
  await runGit([...who, "commit", "--quiet", "--message", message], { cwd: folder });
}

/** A project whose docs are a repository with a branch that deletes a page. */
async function nodeWithBranch(): Promise<TestNode> {
  const node = await createTestNode();
  await runGit(["init", "--quiet", "--initial-branch=main"], { cwd: node.docs });
  await commit(node.docs, "base");
  await runGit(["checkout", "--quiet", "-b", "change"], { cwd: node.docs });
  rmSync(join(node.docs, "keys.md"));
  await commit(node.docs, "change");
  await runGit(["checkout", "--quiet", "main"], { cwd: node.docs });
  return node;
}

function run(node: TestNode, body: unknown, key = node.keys.admin): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return node.request("/v1/gate/acme/run", { method: "POST", headers, body: JSON.stringify(body) });
}

test("two states of the docs are asked, with readers' questions, and nothing is recorded as theirs", async () => {
  const node = await nodeWithBranch();
  const at = new Date().toISOString();
  const question = "I am Ada Byron, how do I revoke a key?";
  await makeUpAnswer(node.db, { projectId: node.project.id, at, question, record: {} });
  const written = [{ question: "What does Acme need?", words: ["Node 24"] }];
  const response = await run(node, { head: "change", questions: written });
  expect(response.headers.get("content-type")).toContain("text/event-stream");
  const text = await response.text();
  const events = text
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => gateEvent.parse(JSON.parse(line.slice(6))));
  const last = events.at(-1);
  if (last?.type !== "report") throw new Error(text);
  expect(last.report).toMatchObject({ questions: 2, counts: { lost: 1, "deleted-page": 1 } });
  expect(last.report.results[1]?.question).toBe("I am [name], how do I revoke a key?");
  expect(events.slice(0, -1).every(({ type }) => type === "progress")).toBe(true);
  expect(await node.db.selectFrom("answers").selectAll().execute()).toHaveLength(1);
});

test("the command line gets the same report from a server", async () => {
  const node = await nodeWithBranch();
  const request = { base: "main", head: "change", readers: 0, days: 1, budget: {} };
  const asked = { pages: [], words: [], unanswered: false, asked: 0, line: 2 };
  const questions = [{ ...asked, question: "How do I revoke a key?" }];
  const gate = { server: await node.listen(), project: "acme", key: node.keys.admin };
  const progress = { update: () => undefined, end: () => undefined };
  const report = await serverGate({ ...gate, request: { ...request, questions }, progress });
  expect(report.results[0]).toMatchObject({ line: 2, effects: ["lost", "deleted-page"] });
  const wrong = serverGate({
    ...gate,
    key: "svc_no",
    request: { ...request, questions },
    progress,
  });
  await expect(wrong).rejects.toMatchObject({ message: expect.stringContaining("did not run") });
});

test("what is not there or not allowed is refused before anything is asked", async () => {
  const node = await nodeWithBranch();
  const questions = [{ question: "What does Acme need?" }];
  const status = async (body: unknown, key?: string) => (await run(node, body, key)).status;
  expect(await status({ head: "nowhere", questions })).toBe(404);
  expect(await status({ head: "change", readers: 0 })).toBe(400);
  expect(await status({ questions })).toBe(400);
  expect(await status({ head: "change", questions }, node.keys.assistant)).toBe(403);
  expect(await status({ head: "change", questions }, "svc_none")).toBe(401);
  expect(await status({ head: "change", questions })).toBe(200);
});
