import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { insertJobQuestions } from "../src/store/jobs/job-questions.ts";
import { findProof } from "../src/store/jobs/proofs.ts";
import { startFakeAnthropic } from "./fake-anthropic.ts";
import { branchFiles } from "./job-node.ts";
import { addJob, makeWorkPlace, startWorkerProcess, type WorkPlace } from "./job-workers.ts";
import type { ModelRequest, ScriptedReply } from "./model-script.ts";
import { stepOf } from "./rename-job.ts";
import { finishCall } from "./scripted-editor.ts";

const branch = "docs/topics";
const docs = {
  "limits.md":
    "# Limits\n\nAn account has limits.\n\n## Messages\n\nA message has up to 64 KB. An account sends 1,000 messages a day.\n",
};
const questions = [
  "How large may a message be?",
  "How many messages does an account send a day?",
  "What limits does an account have?",
  "How many topics does an account have?",
];
const held = questions.at(-1) ?? "";
const edit = {
  path: "limits.md",
  old: "A message has up to 64 KB.",
  new: "A message of an account has up to 64 KB, and an account has ten topics.",
};

/** Edits the docs as a job, and answers readers; one question has no answer before it is let go. */
async function startModel() {
  let isHeld = true;
  const asked: string[] = [];
  const server = await startFakeAnthropic((request: ModelRequest): ScriptedReply => {
    const text = JSON.stringify(request.body);
    if (text.includes("You edit the documentation"))
      return { calls: [stepOf(request) === 1 ? { name: "edit_file", input: edit } : finishCall()] };
    const question = questions.find((one) => text.includes(`Question:\\n${one}`)) ?? "";
    asked.push(question);
    if (isHeld && question === held) return { fault: "silent" };
    return { pieces: ["A message of an account has up to 64 KB [1]."] };
  });
  onTestFinished(server.close);
  const letGo = () => {
    isHeld = false;
  };
  return { url: server.url, asked, letGo };
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await pause(5);
}

async function countOf({ db }: WorkPlace, table: "proofResults" | "jobProofs"): Promise<number> {
  return (await db.selectFrom(table).select("jobId").execute()).length;
}

test("killed while it asks, and between the proof and the change, a job asks nothing twice and opens one change", {
  timeout: 600_000,
}, async () => {
  const model = await startModel();
  const place = await makeWorkPlace("sqlite", docs, model.url);
  const { db, projectId } = place;
  const id = await addJob(place, { branch, instruction: "Say how many topics." });
  const asked = { jobId: id, projectId, groupId: "", questionTexts: questions };
  await db.transaction().execute((trx) => insertJobQuestions(trx, asked));

  const first = await startWorkerProcess(place);
  await until(
    async () => model.asked.includes(held) && (await countOf(place, "proofResults")) === 3,
  );
  await first.kill();
  const before = model.asked.length;
  model.letGo();

  const second = await startWorkerProcess(place);
  await until(async () => (await countOf(place, "jobProofs")) === 1);
  await second.kill();
  expect(new Set(model.asked.slice(before)), "only what had no answer").toEqual(new Set([held]));
  const paid = model.asked.length;

  await startWorkerProcess(place);
  const isHalted = async () =>
    (await db.selectFrom("jobs").select("state").executeTakeFirst())?.state === "halted";
  await until(isHalted);
  expect(model.asked).toHaveLength(paid);
  const changes = await db.selectFrom("changes").select(["number", "body"]).execute();
  expect(changes).toMatchObject([{ number: 1, body: expect.stringContaining("## Questions") }]);
  expect((await findProof(db, id))?.questions).toHaveLength(questions.length);
  expect((await branchFiles(place.repository, branch))["limits.md"]).toContain("ten topics");
  const usage = await db.selectFrom("usage").select(["jobId", "answerId"]).execute();
  expect(usage.filter(({ answerId }) => answerId !== "").every(({ jobId }) => jobId === id)).toBe(
    true,
  );
});
