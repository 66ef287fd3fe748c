import { describe, expect, test } from "vitest";
import { openTestStore, storeKinds } from "../../test/harness.ts";
import { makeUpAnswer } from "../../test/made-up-answers.ts";
import { addTestProject, minutesAfterNoon, noon } from "../../test/store-rows.ts";
import { type LiveTopic, liveTopics } from "../contract/live.ts";
import { newId } from "../lib/ids.ts";
import { insertKey, markKeyRevoked } from "./access/keys.ts";
import { noteRating } from "./answers/asked-questions.ts";
import type { Database } from "./database.ts";
import { setProject } from "./docs/projects.ts";
import { claimJob } from "./jobs/job-queue.ts";
import { insertJob, lockProjectJobs, requestCancel } from "./jobs/jobs.ts";
import { readProjectsVersion, readVersions } from "./live-versions.ts";

describe.each(storeKinds)("versions of lists on %s", (kind) => {
  test("what is written changes its own topic and no other", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const changed = await changesOf(db, projectId);
    expect(await changed()).toEqual([]);
    const jobId = await addJob(db, projectId);
    expect(await changed()).toEqual(["jobs"]);
    const lease = { owner: "node", now: noon, leaseExpiresAt: minutesAfterNoon(1) };
    await claimJob(db, lease);
    expect(await changed()).toEqual(["jobs"]);
    await requestCancel(db, jobId, noon);
    expect(await changed()).toEqual(["jobs"]);
    await addKey(db, projectId, "key_1", null);
    expect(await changed()).toEqual(["keys"]);
    await markKeyRevoked(db, "key_1", noon);
    expect(await changed()).toEqual(["keys"]);
    const other = { id: projectId, name: "Other", baseUrl: "", visibility: "private" } as const;
    await setProject(db, other);
    expect(await changed()).toEqual(["project"]);
    const asked = await makeUpAnswer(db, { projectId, at: noon, record: {} });
    expect(await changed()).toEqual(["questions"]);
    await noteRating(db, asked.answerId, "down");
    expect(await changed()).toEqual(["questions"]);
  });

  test("a key that expires and a sync that goes on are changes too", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    await addKey(db, projectId, "key_1", minutesAfterNoon(5));
    const at = (now: string) => readVersions(db, { projectId, now, progressOf: () => undefined });
    expect((await at(noon))?.keys).not.toBe((await at(minutesAfterNoon(6)))?.keys);
    expect((await at(noon))?.keys).toBe((await at(minutesAfterNoon(1)))?.keys);
  });

  test("another project's rows count for it alone, and a missing project has none", async () => {
    const db = await openTestStore(kind);
    const projectId = await addTestProject(db);
    const all = await readProjectsVersion(db);
    const otherId = await addTestProject(db, "other");
    const changed = await changesOf(db, projectId);
    await addJob(db, otherId);
    expect(await changed()).toEqual([]);
    expect(await readProjectsVersion(db)).not.toEqual(all);
    const nowhere = { projectId: "prj_none", now: noon, progressOf: () => undefined };
    expect(await readVersions(db, nowhere)).toBeUndefined();
  });
});

async function changesOf(db: Database, projectId: string): Promise<() => Promise<LiveTopic[]>> {
  const of = { projectId, now: noon, progressOf: () => undefined };
  let before = await readVersions(db, of);
  return async () => {
    const now = await readVersions(db, of);
    const changed = liveTopics.filter((topic) => now?.[topic] !== before?.[topic]);
    before = now;
    return changed;
  };
}

async function addJob(db: Database, projectId: string): Promise<string> {
  const id = newId("job");
  await db.transaction().execute(async (trx) => {
    await lockProjectJobs(trx, projectId);
    await insertJob(trx, {
      ...{ id, projectId, branch: id, base: "main", model: "sonnet", asDraft: false },
      ...{ messages: [], createdAt: noon, idempotencyKey: "" },
    });
  });
  return id;
}

function addKey(db: Database, projectId: string, id: string, expiresAt: string | null) {
  return insertKey(db, {
    ...{ id, projectId, kind: "admin", label: "", hash: id, hint: "", providedBy: "generated" },
    ...{ origins: [], createdAt: noon, expiresAt },
  });
}
