import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { defaultJobSettings } from "../src/agent/run/job-limits.ts";
import { createWorker } from "../src/agent/run/worker.ts";
import { patientLooks } from "../src/forge/patient-looks.ts";
import { remoteForge } from "../src/forge/remote-forge.ts";
import { AppError } from "../src/lib/app-error.ts";
import { systemClock } from "../src/lib/clock.ts";
import { createLog } from "../src/lib/log.ts";
import { cutLine } from "./cut-line.ts";
import { serveRemote } from "./git-remote.ts";
import { checkoutThreads, samplePages } from "./harness.ts";
import { jobEvents, task } from "./job-node.ts";
import { branch, isEnded, type Outage, outage, pollMs, waits, writing } from "./job-outage.ts";
import { createRemoteJobNode, type RemoteJobNode } from "./remote-job-node.ts";

function retry(node: Outage, id: string): Promise<Response> {
  return node.agent(`/job/${id}/retry`, { method: "POST" });
}

test("a proposal waits for a forge that is away, takes no place meanwhile, and asks no model again", async () => {
  const node = await outage();
  const { id, stream } = await node.begin();
  const waiting = await node.until(waits, id);
  expect(waiting).toMatchObject({ haulted: false, haultReason: "processing", pullRequestLink: "" });
  expect(waiting.messageToUser).toMatch(
    /(?:broke off|could not be reached).*Next try at \d\d:\d\d:\d\d UTC\.$/s,
  );
  const row = await node.db.selectFrom("jobs").selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ forgeWait: { isPushed: false }, turn: { begun: true } });
  while (
    (await node.db.selectFrom("jobs").select("forgeWait").executeTakeFirstOrThrow()).forgeWait
      ?.tries === 1
  )
    await sleep(pollMs);
  node.line.mend();
  const events = await jobEvents(stream);
  expect(await node.session(id)).toMatchObject({ haultReason: "completed", branch });
  expect(await node.served.origin.git("show", `${branch}:new.md`)).toBe("# New\n");
  expect(await node.listChanges()).toHaveLength(1);
  expect(node.model.asked).toHaveLength(2);
  const told = events.filter((event) => event.type === "data-waiting");
  expect(told.length).toBeGreaterThan(1);
  expect(told[0]).toMatchObject({ id: "forge", data: { for: "forge" } });
  expect(events.at(-1)).toEqual({ type: "finish" });
});

test("jobs that wait for the forge leave the only place there is to others, and their tries do not count", async () => {
  const node = await outage();
  const { id } = await node.begin();
  await node.until(waits, id);
  const second = await node.createJob(task("Edit it.", { branch: "docs/second" }));
  await node.until(waits, second.headers.get("x-session-id") ?? "");
  const rows = await node.db.selectFrom("jobs").select(["attempt", "turn"]).execute();
  for (const { attempt } of rows) expect(attempt).toBeLessThan(2);
});

test("a job that begins while the forge is away waits before its model is asked", async () => {
  const node = await outage();
  const first = await node.begin();
  await node.until(waits, first.id);
  node.line.mend();
  await node.until(isEnded, first.id);
  node.line.cut();
  const asked = node.model.asked.length;
  const stream = await node.createJob(task("Edit it.", { branch: "docs/second" }));
  const id = stream.headers.get("x-session-id") ?? "";
  await node.until(waits, id);
  expect(node.model.asked).toHaveLength(asked);
  node.line.mend();
  while (node.model.asked.length === asked) await sleep(pollMs);
  expect((await node.session(id)).messageToUser).toBe("");
});

test("a job that has waited long enough fails with its work kept, and a retry proposes it without its model", async () => {
  const node = await outage(1);
  const { id, stream } = await node.begin();
  const failed = await node.until(isEnded, id);
  expect(failed).toMatchObject({ haultReason: "error", pullRequestLink: "" });
  expect(failed.messageToUser).toMatch(
    /(?:broke off|could not be reached).*The work is kept: retry/s,
  );
  expect((await jobEvents(stream)).at(-1)).toMatchObject({ type: "error" });
  node.line.mend();
  const reply = await retry(node, id);
  expect(reply.status).toBe(200);
  expect(await reply.json()).toMatchObject({ haulted: false, haultReason: "processing" });
  expect(await node.until(isEnded, id)).toMatchObject({ haultReason: "completed" });
  expect(node.model.asked).toHaveLength(2);
  const [change] = await node.listChanges();
  expect(change).toMatchObject({ head: branch, state: "open", sessionId: id });
  expect((await retry(node, id)).status).toBe(409);
});

test("a retry asks a forge at once that a job waits for", async () => {
  const node = await outage();
  const { id } = await node.begin();
  await node.until(waits, id);
  await node.db
    .updateTable("jobs")
    .set({ leaseExpiresAt: "2999" })
    .where("state", "=", "queued")
    .execute();
  while (
    (await node.db.selectFrom("jobs").select("leaseExpiresAt").executeTakeFirstOrThrow())
      .leaseExpiresAt !== "2999"
  ) {
    await sleep(pollMs);
    const late = { leaseExpiresAt: "2999" };
    await node.db.updateTable("jobs").set(late).where("state", "=", "queued").execute();
  }
  node.line.mend();
  expect((await retry(node, id)).status).toBe(200);
  expect(await node.until(isEnded, id)).toMatchObject({ haultReason: "completed" });
});

test("a job that is cancelled while it waits ends at once, and a retry still proposes its work", async () => {
  const node = await outage();
  const { id } = await node.begin();
  await node.until(waits, id);
  const cancelled = await node.agent(`/job/${id}/cancel`, { method: "POST" });
  expect(await cancelled.json()).toMatchObject({ haulted: true, haultReason: "interrupted" });
  node.line.mend();
  expect((await retry(node, id)).status).toBe(200);
  expect(await node.until(isEnded, id)).toMatchObject({ haultReason: "completed" });
  expect(node.model.asked).toHaveLength(2);
});

test("a job that ran well, one that runs and one that is not there have nothing to retry", async () => {
  const line = await cutLine(await serveRemote(samplePages));
  const node = await createRemoteJobNode({ model: writing(), served: line });
  const { session } = await node.run(branch);
  const again = await node.agent(`/job/${session.sessionId}/retry`, { method: "POST" });
  expect(again.status).toBe(409);
  expect(await again.json()).toMatchObject({ code: "conflict" });
  expect((await node.agent("/job/job_none/retry", { method: "POST" })).status).toBe(404);
});

/** A node whose forge takes pushes, and no change before it is told to. */
async function withoutChanges() {
  const model = writing();
  const node = await createRemoteJobNode({ model });
  await node.jobs.worker.drain(0);
  const limit = new AppError("rate_limited", "The forge takes no more requests.", {
    retryAfterSeconds: 3_000,
  });
  const mood = { isLimited: true };
  const { db } = node;
  const worker = createWorker({
    ...node.jobs.create,
    threads: checkoutThreads,
    log: createLog({ level: "silent", format: "json" }),
    search: {
      search: refuse,
      compose: refuse,
      sizes: () => ({ bytes: 0, indexes: [] }),
      close: async () => undefined,
    },
    publicUrl: "http://docent.test",
    modelOf: () => ({ id: "scripted", model }),
    checkCeiling: async () => undefined,
    recordUsage: async () => undefined,
    forgeOf: (project, { path, remote }) => {
      const looks = patientLooks(20_000, refuse);
      const place = { looks, db, clock: systemClock, publicUrl: "http://docent.test", project };
      const forge = remoteForge({ ...place, repository: path, remote: remote ?? refuse() });
      const open: typeof forge.open = async (change) => {
        if (mood.isLimited) throw limit;
        return forge.open(change);
      };
      return { ...forge, open };
    },
    settings: { ...defaultJobSettings },
  });
  worker.start();
  onTestFinished(() => worker.drain(0));
  const stream = await node.createJob(task("Edit it.", { branch }));
  const id = stream.headers.get("x-session-id") ?? "";
  while (!waits(await node.session(id))) await sleep(pollMs);
  return { ...node, id, model, mood };
}

function refuse(): never {
  throw new Error("not asked");
}

async function ended({ session }: Pick<RemoteJobNode, "session">, id: string) {
  for (;;) {
    const now = await session(id);
    if (now.haulted) return now;
    await sleep(pollMs);
  }
}

test("a forge's own wish for a pause counts, and a pushed branch is proposed once it takes changes again", async () => {
  const { db, id, mood, model, served, agent, session, listChanges } = await withoutChanges();
  const { forgeWait } = await db.selectFrom("jobs").select("forgeWait").executeTakeFirstOrThrow();
  expect(forgeWait).toMatchObject({ isPushed: true, tries: 1 });
  const pauseMs = Date.parse(forgeWait?.nextTryAt ?? "") - Date.parse(forgeWait?.since ?? "");
  expect(pauseMs).toBeGreaterThanOrEqual(3_000_000);
  expect(await served.tip(branch)).toEqual(expect.any(String));
  mood.isLimited = false;
  expect((await agent(`/job/${id}/retry`, { method: "POST" })).status).toBe(200);
  expect(await ended({ session }, id)).toMatchObject({ haultReason: "completed" });
  expect(await listChanges()).toMatchObject([{ head: branch, sessionId: id }]);
  expect(model.asked).toHaveLength(2);
});

test("a pushed branch whose job was cancelled while it waited is proposed by a retry, told once", async () => {
  const node = await withoutChanges();
  const { id, mood, model, agent, session, listChanges } = node;
  const cancelled = await agent(`/job/${id}/cancel`, { method: "POST" });
  expect(await cancelled.json()).toMatchObject({
    haultReason: "interrupted",
    messageToUser: expect.stringContaining(`is on the branch "${branch}"`),
  });
  mood.isLimited = false;
  expect((await agent(`/job/${id}/retry`, { method: "POST" })).status).toBe(200);
  expect(await ended({ session }, id)).toMatchObject({ haultReason: "completed" });
  const [change] = await listChanges();
  const { body } = await node.db.selectFrom("changes").select("body").executeTakeFirstOrThrow();
  expect(change).toMatchObject({ head: branch });
  expect(body.match(/- edited/g)).toHaveLength(1);
  expect(model.asked).toHaveLength(2);
});
