import { describe, expect, test } from "vitest";
import { declined, resultOf } from "../../../test/gate-results.ts";
import { openTestStore, storeKinds } from "../../../test/harness.ts";
import { makeUpGroup } from "../../../test/made-up-groups.ts";
import {
  addTestAnswer,
  addTestProject,
  addTestSource,
  countEveryTable,
  noon,
  testBlob,
  testPage,
} from "../../../test/store-rows.ts";
import { automationSpec } from "../../contract/automations.ts";
import { insertKey } from "../access/keys.ts";
import { insertReaderLink } from "../access/reader-links.ts";
import { insertPageRating } from "../answers/page-ratings.ts";
import { rememberChat } from "../answers/threads.ts";
import { insertUsage } from "../answers/usage.ts";
import { insertRun } from "../automations/automation-runs.ts";
import { insertAutomation } from "../automations/automations.ts";
import { insertRepository } from "../automations/code-repositories.ts";
import type { Database } from "../database.ts";
import { addGroupEvent } from "../insights/move-group.ts";
import { openChange } from "../jobs/changes.ts";
import { appendJobEvents } from "../jobs/job-events.ts";
import { insertFollowUp } from "../jobs/job-messages.ts";
import { insertJobQuestions } from "../jobs/job-questions.ts";
import { beginJobStep } from "../jobs/job-steps.ts";
import { insertJob } from "../jobs/jobs.ts";
import { saveProof, saveProofResult } from "../jobs/proofs.ts";
import { insertBlobs } from "./blobs.ts";
import { insertCostlyText } from "./costly-texts.ts";
import {
  deleteProject,
  findProject,
  findProjectByDomain,
  insertProject,
  listProjects,
  setProject,
} from "./projects.ts";
import { insertRefRevision } from "./ref-revisions.ts";
import { publishRevision } from "./revisions.ts";
import { listSources, newSource, updateSourcePlace } from "./sources.ts";

describe.each(storeKinds)("on %s", (kind) => {
  test("a project is found by id and by domain", async () => {
    const db = await openTestStore(kind);
    const id = await addTestProject(db, "acme");
    await addTestProject(db, "beta");
    const project = await findProject(db, id);
    expect(project).toMatchObject({ id, domain: "acme", currentRevisionId: null });
    expect(await findProjectByDomain(db, "acme")).toEqual(project);
    expect(await findProjectByDomain(db, "ACME")).toBeUndefined();
    expect((await listProjects(db)).map((one) => one.domain)).toEqual(["acme", "beta"]);
  });

  test("a domain is taken once, also by two inserts at the same time", async () => {
    const db = await openTestStore(kind);
    const first = await findProject(db, await addTestProject(db, "acme"));
    if (!first) throw new Error("the project is missing");
    expect(await insertProject(db, { ...first, id: "prj_2" })).toBe(false);
    const both = ["prj_3", "prj_4"].map((id) => insertProject(db, { ...first, id, domain: "new" }));
    expect((await Promise.all(both)).sort()).toEqual([false, true]);
    expect(await listProjects(db)).toHaveLength(2);
  });

  test("name, address and visibility can change, the rest stays", async () => {
    const db = await openTestStore(kind);
    const id = await addTestProject(db);
    await setProject(db, { id, name: "N", baseUrl: "https://d.example", visibility: "private" });
    expect(await findProject(db, id)).toEqual({
      id,
      domain: "acme",
      name: "N",
      baseUrl: "https://d.example",
      visibility: "private",
      currentRevisionId: null,
      createdAt: noon,
    });
  });

  test("a source can move, and keeps its id", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const id = await addTestSource(db, projectId);
    const place = { kind: "git", location: "/r.git", branch: "main", subfolder: "docs" } as const;
    await updateSourcePlace(db, id, place);
    expect(await listSources(db, projectId)).toEqual([
      { ...newSource(projectId, place, noon), id },
    ]);
    await updateSourcePlace(db, id, { mount: "api", baseUrl: "https://api.acme.example" });
    expect(await listSources(db, projectId)).toMatchObject([
      { ...place, mount: "api", baseUrl: "https://api.acme.example", credential: "" },
    ]);
  });

  test("deleting a project takes every one of its rows and none of another's", async () => {
    const db = await openTestStore(kind);
    await fillProject(db, "kept");
    const kept = await countProjectRows(db);
    expect(Object.entries(kept).filter(([, rows]) => rows === 0)).toEqual([]);
    const gone = await fillProject(db, "gone");
    const both = await countProjectRows(db);
    for (const [table, rows] of Object.entries(kept)) expect(both[table]).toBeGreaterThan(rows);
    await deleteProject(db, gone);
    expect(await countProjectRows(db)).toEqual(kept);
    expect(await findProjectByDomain(db, "kept")).toBeDefined();
  });
});

/** Members, the server's settings and what nodes share belong to no project. */
async function countProjectRows(db: Database): Promise<Record<string, number>> {
  const counted = await countEveryTable(db);
  const { members, memberSessions, ownerTokens, invitations, signIns, acts, ...others } = counted;
  const { settings, readerSecrets, leases, sharedLimits, logInAttempts, ...rows } = others;
  return rows;
}

/** Puts at least one row into every table of projects. */
async function fillProject(db: Database, domain: string): Promise<string> {
  const projectId = await addTestProject(db, domain);
  const sourceId = await addTestSource(db, projectId);
  await insertReaderLink(db, {
    ...{ id: `lnk_${domain}`, projectId, tokenHash: domain, path: "", madeBy: "", createdAt: noon },
    ...{ expiresAt: noon, revokedAt: null, usedAt: null },
  });
  await insertPageRating(db, {
    ...{ id: `rat_${domain}`, projectId, path: "a.md", rating: "up", comment: "", createdAt: noon },
  });
  await insertKey(db, {
    id: `key_${domain}`,
    projectId,
    kind: "admin",
    label: "",
    hash: domain,
    hint: "",
    providedBy: "generated",
    origins: [],
    createdAt: noon,
    expiresAt: null,
  });
  await insertBlobs(db, projectId, [testBlob("one"), testBlob("two")], noon);
  const vector = { projectId: projectId, embedder: "e", textHash: "t", vector: Buffer.of(1) };
  await db.insertInto("vectors").values(vector).execute();
  const pages = [testPage(sourceId, "a.md", "one")];
  const input = { projectId, sourceId, commit: "", generator: "plain", problems: [], at: noon };
  const { revisionId } = await publishRevision(db, { ...input, pages });
  await publishRevision(db, { ...input, pages: [testPage(sourceId, "b.md", "two")] });
  const docs = { projectId, sourceId, commitId: "c", baseRevisionId: revisionId };
  const difference = { written: [], dropped: ["a.md"] };
  const ref = { ...docs, over: revisionId, difference, pageCount: 2, at: noon };
  expect(await insertRefRevision(db, ref)).toMatch(/^rev_/);
  const { threadId, answerId } = await addTestAnswer(db, projectId, { revisionId });
  await addRecords(db, projectId, answerId);
  await db
    .transaction()
    .execute((trx) => rememberChat(trx, { projectId, chatId: "chat", fp: "f", threadId }));
  await addJob(db, projectId, `job_${domain}`);
  await addProof(db, projectId, `job_${domain}`);
  await addForge(db, projectId, sourceId);
  await insertCostlyText(db, { projectId, hash: "h", at: noon, since: noon });
  await addCited(db, projectId);
  await addAutomation(db, projectId, domain);
  const groupId = await makeUpGroup(db, { projectId, questions: ["How?"] });
  const event = { kind: "noted", by: "", text: "" } as const;
  await db
    .transaction()
    .execute((trx) => addGroupEvent(trx, { projectId, groupId, event, at: noon }));
  return projectId;
}

async function addCited(db: Database, projectId: string): Promise<void> {
  const asked = db.selectFrom("askedQuestions").selectAll().where("projectId", "=", projectId);
  const { seq } = await asked.executeTakeFirstOrThrow();
  const cited = { seq, projectId, path: "a.md", keyId: "", askedAt: noon };
  await db.insertInto("citedPages").values(cited).execute();
}

async function addAutomation(db: Database, projectId: string, domain: string): Promise<void> {
  const [id, repositoryId] = [`aut_${domain}`, `rep_${domain}`];
  await insertRepository(db, {
    ...{ id: repositoryId, projectId, location: "/code", branch: "", credential: "", lookAt: "" },
    ...{ checkedAt: null, deliveredAt: null, error: "", createdAt: noon },
  });
  const spec = automationSpec.parse({
    ...{ name: "Weekly", instruction: "Look." },
    trigger: { kind: "schedule", cron: "0 7 * * 1", timeZone: "UTC" },
  });
  await insertAutomation(db, {
    ...{ id, projectId, repositoryId, triggerKind: "schedule", automationState: "on", spec },
    ...{ nextAt: null, seenCommit: "", error: "", createdBy: "", createdAt: noon, updatedAt: noon },
  });
  await insertRun(db, {
    ...{ id: `run_${domain}`, automationId: id, projectId, cause: "c", subject: "", why: "" },
    ...{ material: { kind: "none" }, createdAt: noon },
  });
}

async function addProof(db: Database, projectId: string, jobId: string): Promise<void> {
  const place = { jobId, head: "h", base: "b" };
  const gateResult = resultOf("How?", declined);
  await db
    .transaction()
    .execute((trx) =>
      insertJobQuestions(trx, { jobId, projectId, groupId: "", questionTexts: ["How?"] }),
    );
  const proof = {
    ...{ ...place, model: "m", sentence: "", questions: [], note: "" },
    readers: { sentence: "", asked: 0, same: 0, changed: [] },
  };
  await saveProof(db, jobId, { proof, at: noon });
  await saveProofResult(db, place, { question: "q", gateResult });
}

async function addForge(db: Database, projectId: string, sourceId: string): Promise<void> {
  const comment = { projectId, number: 1, commentId: "c", thread: "", author: "ann", body: "" };
  const place = { path: "", line: 0, url: "", state: "shown", answer: "", jobId: "" } as const;
  const seen = { createdAt: noon, updatedAt: noon };
  await db
    .insertInto("changeComments")
    .values({ ...comment, ...place, ...seen })
    .execute();
  const lock = { projectId, head: "b", holder: "h", heldUntil: noon };
  await db.insertInto("changeLocks").values(lock).execute();
  const secret = {
    id: `${sourceId} login`,
    sourceId,
    name: "",
    purpose: "login",
    kind: "token",
  } as const;
  const sealed = {
    sealed: "s",
    keyId: "k",
    fingerprint: "",
    hint: "",
    setBy: "",
    createdAt: noon,
    updatedAt: noon,
  };
  await db
    .insertInto("secrets")
    .values({ ...secret, ...sealed })
    .execute();
  const told = { sourceId, deliveryId: "d", about: "push", number: 0, receivedAt: noon } as const;
  const todo = { notBefore: noon, attempts: 0, handledAt: null };
  await db
    .insertInto("deliveries")
    .values({ ...told, ...todo })
    .execute();
}

async function addRecords(db: Database, projectId: string, answerId: string): Promise<void> {
  await insertUsage(db, {
    ...{ id: `usg_${projectId}`, projectId, keyId: "", answerId, jobId: "", step: 0, model: "m" },
    ...{ inputTokens: 1, outputTokens: 1, cacheReadTokens: 0, cacheWriteTokens: 0 },
    costMicros: 1,
    createdAt: noon,
  });
  const opinion = { rating: "up", comment: "", createdAt: noon } as const;
  await db
    .insertInto("feedback")
    .values({ answerId: answerId, projectId: projectId, ...opinion })
    .execute();
}

async function addJob(db: Database, projectId: string, jobId: string): Promise<void> {
  const place = { projectId, base: "main" };
  await db.transaction().execute(async (trx) => {
    const task = { model: "sonnet", asDraft: false, messages: [], idempotencyKey: "" };
    await insertJob(trx, { id: jobId, ...place, branch: "b", ...task, createdAt: noon });
    await appendJobEvents(trx, jobId, [{ type: "start" }]);
    await beginJobStep(trx, jobId, { step: 1, model: "m", startedAt: noon });
    await insertFollowUp(trx, jobId, { messages: [], idempotencyKey: "", at: noon });
  });
  const text = { title: "", body: "", draft: false, checks: [], jobId };
  const commits = { headCommit: "1", baseCommit: "2" };
  await openChange(db, { ...place, head: "b", ...text, ...commits }, noon);
}
