import { describe, expect, test } from "vitest";
import {
  question,
  readEvents,
  samplePages,
  storeKinds,
  testModels,
} from "../../../test/harness.ts";
import { createJobNode, type JobNode, jobEvents, task } from "../../../test/job-node.ts";
import { finishCall, type ScriptedStep, scriptedEditor } from "../../../test/scripted-editor.ts";
import { changeDetail } from "../../contract/changes.ts";
import type { JobProof } from "../../contract/insights/proof.ts";
import { jobDetail } from "../../contract/job-list.ts";
import { findProof } from "../../store/jobs/proofs.ts";

const lacking = "How many topics can an account have?";
const text = "An account can have ten topics. Ask support for more topics on your account.";
const section = `Add a section "How many topics can an account have?" to keys.md with this text:\n\n${text}`;

async function nodeWith(steps: ScriptedStep[] | undefined, more = {}): Promise<JobNode> {
  const models = testModels();
  const jobs = () => ({ ...models.embedded, id: "scripted", model: scriptedEditor(steps ?? []) });
  const node = await createJobNode({ ...(steps && { models: { ...models, jobs } }), ...more });
  await node.jobs.startWorker();
  return node;
}

async function runJob(node: JobNode, body: Record<string, unknown>): Promise<string> {
  const response = await node.createJob(body);
  const id = response.headers.get("x-session-id") ?? "";
  const events = await jobEvents(response);
  expect(events.at(-1)).toEqual({ type: "finish" });
  return id;
}

async function read(node: JobNode, path: string): Promise<unknown> {
  const headers = { authorization: `Bearer ${node.keys.admin}` };
  return (await node.request(`/v1/projects/${node.project.domain}${path}`, { headers })).json();
}

async function proofOf(node: JobNode, jobId: string): Promise<JobProof> {
  const proof = await findProof(node.db, jobId);
  if (!proof) throw new Error("there is no proof");
  return proof;
}

function edit(to: string): ScriptedStep {
  const input = { path: "keys.md", old: "A key lets a program call the service.", new: to };
  return { calls: [{ name: "edit_file", input }] };
}

describe.each(storeKinds)("on %s", (store) => {
  test("the questions of a job are asked without its change and with it, and the change tells it", async () => {
    const node = await nodeWith(undefined, { store });
    const questions = [lacking, "Who is the king of France?"];
    const id = await runJob(node, task(section, { questions }));
    const proof = await proofOf(node, id);
    expect(proof.sentence).toBe(
      '1 of 2 questions now answered from keys.md; "Who is the king of France?" only with reserve',
    );
    expect(proof.questions).toMatchObject([
      {
        question: lacking,
        before: { outcome: expect.not.stringMatching(/^answered$/) },
        after: { outcome: "answered" },
      },
      { before: { outcome: "declined" }, after: { outcome: "reserve" } },
    ]);
    expect(proof.questions[0]?.effects).toContain("gained");
    const detail = changeDetail.parse(await read(node, "/changes/1"));
    expect(detail.proof).toEqual(proof);
    expect(detail.change.body).toContain(
      "## Questions\n\n**1 of 2 questions now answered from keys",
    );
    expect(detail.change.body).toContain("> An account can have ten topics.");
    expect(jobDetail.parse(await read(node, `/jobs/${id}`)).proof).toEqual(proof);
    expect(await node.db.selectFrom("threads").selectAll().execute()).toEqual([]);
    expect(await node.db.selectFrom("answers").selectAll().execute()).toEqual([]);
  });
});

test("a model is told the questions, and sent back with those that are still open", async () => {
  const editor = scriptedEditor([
    edit("A key lets a program call it."),
    { calls: [finishCall()] },
    {
      calls: [
        {
          name: "edit_file",
          input: {
            path: "keys.md",
            old: "A key lets a program call it.",
            new: `A key lets a program call it.\n\n## ${lacking}\n\n${text}`,
          },
        },
      ],
    },
    { calls: [finishCall({ title: "Say how many topics" })] },
  ]);
  const models = testModels();
  const jobs = () => ({ ...models.embedded, id: "scripted", model: editor });
  const node = await nodeWith(undefined, { models: { ...models, jobs } });
  const id = await runJob(node, task("Answer it.", { questions: [lacking] }));
  expect((await proofOf(node, id)).sentence).toBe("1 of 1 question now answered from keys.md");
  const asked = editor.asked.map(({ prompt }) => JSON.stringify(prompt));
  expect(asked[0]).toContain("<questions>");
  expect(asked[2]).toContain(`${lacking}\\" is answered only in part`);
  expect(asked).toHaveLength(4);
});

test("a model that leaves a question open is not sent back for ever", async () => {
  const steps = [edit("One."), { calls: [finishCall()] }, { calls: [finishCall()] }];
  const node = await nodeWith([...steps, { calls: [finishCall()] }]);
  const id = await runJob(node, task("Answer it.", { questions: [lacking] }));
  expect((await proofOf(node, id)).sentence).toContain("still is not");
  expect(await node.db.selectFrom("jobSteps").selectAll().execute()).toHaveLength(3);
});

test("a change is measured by what readers ask about its pages, and tells what it takes away", async () => {
  const steps = [
    { calls: [{ name: "delete_file", input: { path: "install.md" } }] },
    { calls: [finishCall()] },
  ];
  const node = await nodeWith(steps);
  for (const text of [
    "How do I install Acme?",
    "How do I install Acme??",
    "How do I revoke a key?",
  ])
    await readEvents(await node.ask(question(text)));
  const { readers, sentence } = await proofOf(node, await runJob(node, task("Delete it.")));
  expect(sentence).toBe("");
  expect(readers).toMatchObject({
    ...{ asked: 2, sentence: "Readers' questions: 2 asked, 1 no longer answered" },
    changed: [{ question: expect.stringContaining("install Acme"), asked: 2 }],
  });
  const { change } = changeDetail.parse(await read(node, "/changes/1"));
  expect(change.body).toContain("Readers' questions: 2 asked, 1 no longer answered.");
});

test("the set of the docs is asked too, and what it expects and loses is told", async () => {
  const set = "- question: How do I install Acme?\n  pages: [install.md]\n";
  const pages = { ...samplePages, ".docent/questions.yml": set };
  const steps = [
    { calls: [{ name: "delete_file", input: { path: "install.md" } }] },
    { calls: [finishCall()] },
  ];
  const node = await nodeWith(steps, { pages });
  const { readers } = await proofOf(node, await runJob(node, task("Delete it.")));
  expect(readers).toMatchObject({ asked: 1, changed: [{ question: "How do I install Acme?" }] });
  expect(readers.changed[0]?.effects).toEqual(expect.arrayContaining(["lost", "not-expected"]));
});

test("a set that is no YAML costs the change nothing", async () => {
  const pages = { ...samplePages, ".docent/questions.yml": "- question: [\n" };
  const node = await nodeWith([edit("One."), { calls: [finishCall()] }], { pages });
  const id = await runJob(node, task("Do it."));
  expect(await findProof(node.db, id)).toBeUndefined();
});

test("a job without questions, in docs that nobody has asked, asks nothing", async () => {
  const node = await nodeWith([edit("One."), { calls: [finishCall()] }]);
  const id = await runJob(node, task("Do it."));
  expect(await findProof(node.db, id)).toBeUndefined();
  expect(changeDetail.parse(await read(node, "/changes/1"))).toMatchObject({ proof: null });
});

test("a follow-up is proven again", async () => {
  const node = await nodeWith(undefined);
  const id = await runJob(node, task(section, { questions: [lacking] }));
  const first = await proofOf(node, id);
  const message = task(`Replace "ten topics" with "twelve topics" in keys.md.`);
  const init = { method: "POST", body: JSON.stringify(message) };
  await jobEvents(await node.agent(`/job/${id}/message`, init));
  const second = await proofOf(node, id);
  expect(second.base).toBe(first.base);
  expect(second.head).not.toBe(first.head);
  expect(second.questions[0]?.after.text).toContain("twelve topics");
});
