import { expect, test } from "vitest";
import { createJobNode, task } from "../../test/job-node.ts";
import { addMember, dashboardHeaders, openMemberSession } from "../../test/owner.ts";
import { systemClock } from "../lib/clock.ts";
import { createLog } from "../lib/log.ts";
import { createOpenStreams, usualStreamLimits } from "./open-streams.ts";
import type { Caller } from "./route.ts";
import { jobRoutes } from "./routes/jobs.ts";

const log = createLog({ level: "silent", format: "json" });
const client = { address: "", network: "", secure: false };

test("twenty tabs of a person have room, more streams than any person opens do not, and a key's go on", async () => {
  const node = await createJobNode();
  const session = await openMemberSession({ db: node.db, clock: systemClock }, "viewer");
  const accept = { accept: "text/event-stream" };
  const created = await node.createJob(task("Look around."));
  const follow = `/v1/agent/acme/job/${created.headers.get("x-session-id")}/stream`;
  const open = (path: string) =>
    node.request(path, { headers: { ...dashboardHeaders(session), ...accept } });
  const opened: Response[] = [];
  for (let tab = 0; tab < 20; tab += 1)
    opened.push(await open("/v1/projects/acme/events"), await open(follow));
  expect(new Set(opened.map(({ status }) => status))).toEqual(new Set([200]));
  while (opened.length < usualStreamLimits.perMember) opened.push(await open(follow));
  const refused = [await open(follow), await open("/v1/events")];
  expect(refused.map(({ status }) => status)).toEqual([429, 429]);
  expect(await refused[0]?.json()).toMatchObject({ error: expect.stringContaining("close some") });
  await opened.pop()?.body?.cancel();
  expect((await open(follow)).status).toBe(200);
  const headers = { authorization: `Bearer ${node.keys.admin}`, ...accept };
  expect((await node.request(follow, { headers })).status).toBe(200);
});

test("a member's stream of a job is broken off to be opened again, a key's lasts as long as the job", async () => {
  const node = await createJobNode();
  const sessionId = (await node.createJob(task("Look around."))).headers.get("x-session-id") ?? "";
  const streams = createOpenStreams({ perMember: 1, perKey: 1, longestMs: 50 });
  const routes = jobRoutes({ ...node.jobs.create, keepAliveMs: 10, streams });
  const route = routes.find(({ path }) => path.endsWith("/stream"));
  const url = new URL("http://docent.test/stream");
  const follow = async (actor: Caller) => {
    const asked = { request: new Request(url), url, params: { sessionId }, body: undefined };
    const more = { requestId: "", log, client };
    const response = await route?.handle({ ...asked, ...more }, actor);
    return response?.body?.pipeThrough(new TextDecoderStream()).getReader();
  };
  const projectId = node.project.id;
  const key = await follow({ kind: "admin", keyId: "key_1", projectId });
  const { id: memberId } = await addMember({ db: node.db, clock: systemClock }, "viewer");
  const member = { memberId, role: "viewer", name: "", sessionId: "", projectId } as const;
  for (const _ of ["first", "again"]) {
    const reader = await follow({ kind: "member", ...member });
    let text = "";
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      text += part.value;
    expect(text).not.toContain("[DONE]");
  }
  for (let part = 0; part < 20; part += 1) expect((await key?.read())?.done).toBe(false);
  await key?.cancel();
});

test("readers who go before their stream begins leave no place taken", async () => {
  const node = await createJobNode();
  const session = await openMemberSession({ db: node.db, clock: systemClock }, "viewer");
  const headers = { ...dashboardHeaders(session), accept: "text/event-stream" };
  const open = (signal: AbortSignal) =>
    node.request("/v1/projects/acme/events", { headers, signal });
  const leave = new AbortController();
  for (let reader = 0; reader < usualStreamLimits.perMember; reader += 1) await open(leave.signal);
  const other = new AbortController().signal;
  expect((await open(other)).status).toBe(429);
  leave.abort();
  expect((await open(leave.signal)).status).toBe(200);
  for (let reader = 0; reader < usualStreamLimits.perMember; reader += 1)
    expect((await open(other)).status).toBe(200);
});
