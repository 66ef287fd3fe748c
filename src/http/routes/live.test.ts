import { expect, test } from "vitest";
import { createTestNode, type TestNode } from "../../../test/harness.ts";
import { dashboardHeaders, openOwnerSession } from "../../../test/owner.ts";
import { liveEvent, liveTopics, type Versions, versionsEvent } from "../../contract/live.ts";
import { createKey } from "../../keys/create-key.ts";
import { operator } from "../../lib/actor.ts";
import { systemClock } from "../../lib/clock.ts";

const path = "/v1/projects/acme/events";

test("a stream begins with every topic and tells which of them changed", async () => {
  const node = await createTestNode();
  const next = await follow(node, path);
  const first = await next();
  expect(Object.keys(first).sort()).toEqual([...liveTopics].sort());
  await addKey(node);
  const second = await next();
  expect({ ...second, keys: "" }).toEqual({ ...first, keys: "" });
  expect(second.keys).not.toBe(first.keys);
});

test("without an event stream there is one reply, the same until something changes", async () => {
  const node = await createTestNode();
  const headers = { authorization: `Bearer ${node.keys.admin}` };
  const read = async () =>
    versionsEvent.parse(await (await node.request(path, { headers })).json()).versions;
  const first = await read();
  expect(await read()).toEqual(first);
  await addKey(node);
  expect((await read()).keys).not.toBe(first.keys);
});

test("a sync that goes on changes the sources", async () => {
  const node = await createTestNode();
  const next = await follow(node, path);
  const first = await next();
  await node.db.updateTable("sources").set({ checkedAt: "2030-01-01T00:00:00.000Z" }).execute();
  const second = await next();
  expect(second.sources).not.toBe(first.sources);
  expect(second.project).toBe(first.project);
});

test("the list of all projects is followed by people, and a key follows its own project", async () => {
  const node = await createTestNode();
  const session = await openOwnerSession({ db: node.db, clock: systemClock });
  const all = await node.request("/v1/events", { headers: dashboardHeaders(session) });
  expect(Object.keys(versionsEvent.parse(await all.json()).versions)).toEqual(["project"]);
  const headers = { authorization: `Bearer ${node.keys.admin}` };
  const own = versionsEvent.parse(await (await node.request("/v1/events", { headers })).json());
  expect(own.versions.jobs).toBeDefined();
});

test("a server that stops ends its streams", async () => {
  const node = await createTestNode();
  const next = await follow(node, path);
  await next();
  node.startDraining();
  await expect(next()).rejects.toThrow("ended");
});

async function follow(node: TestNode, from: string): Promise<() => Promise<Versions>> {
  const headers = { authorization: `Bearer ${node.keys.admin}`, accept: "text/event-stream" };
  const response = await node.request(from, { headers });
  expect(response.headers.get("content-type")).toMatch(/^text\/event-stream/);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  return async () => {
    for (;;) {
      const { value = "" } = (await reader?.read()) ?? {};
      const data = /^data: (.*)$/m.exec(value)?.[1];
      if (data === undefined || data === "[DONE]") throw new Error("the stream has ended");
      const event = liveEvent.parse(JSON.parse(data));
      if (event.type === "versions") return event.versions;
    }
  };
}

function addKey({ db, project }: TestNode) {
  const projectId = project.id;
  const input = { projectId, kind: "admin" as const, label: "", origins: [], expiresAt: null };
  return createKey({ db, clock: systemClock }, operator, input);
}
