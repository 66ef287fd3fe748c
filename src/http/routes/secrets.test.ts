import { randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { createTestNode } from "../../../test/harness.ts";
import { dashboardHeaders, openOwnerSession } from "../../../test/owner.ts";
import { secretList } from "../../contract/secrets.ts";
import { systemClock } from "../../lib/clock.ts";
import { createLog } from "../../lib/log.ts";

const token = "github_pat_hunter2_0123456789";

async function setUp() {
  const lines: string[] = [];
  const log = createLog(
    { level: "trace", format: "json" },
    { write: (line) => void lines.push(line) },
  );
  const node = await createTestNode({ log, settings: { secretKeys: [randomBytes(32)] } });
  const base = `/v1/projects/${node.project.id}`;
  const admin = { authorization: `Bearer ${node.keys.admin}` };
  const call = (path: string, body?: unknown, headers: Record<string, string> = admin) =>
    node.request(`${base}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const listed = async () => secretList.parse(await (await call("/secrets")).json()).secrets;
  const session = await openOwnerSession({ db: node.db, clock: systemClock });
  return { node, call, listed, lines, owner: dashboardHeaders(session) };
}

test("a source's token is stored, listed without its value, replaced and removed", async () => {
  const { node, call, listed, lines } = await setUp();
  const path = `/sources/${node.source.id}/login`;
  const set = await call(path, { kind: "token", token });
  expect([set.status, await set.text()]).toEqual([204, ""]);
  expect(await listed()).toMatchObject([
    { sourceId: node.source.id, kind: "token", hint: "6789", isReadable: true },
  ]);
  expect((await call(path, { kind: "token", token: "short" })).status).toBe(204);
  expect(await listed()).toMatchObject([{ hint: "" }]);
  expect((await call(`${path}/remove`, {})).status).toBe(204);
  expect(await listed()).toEqual([]);
  expect((await call(`${path}/remove`, {})).status).toBe(404);
  expect(lines.join("")).not.toContain("hunter2");
});

test("what cannot be a secret is refused without being repeated", async () => {
  const { node, call, lines } = await setUp();
  const path = `/sources/${node.source.id}/login`;
  const bodies = [
    { kind: "token", token: "hunter2 with spaces" },
    { kind: "token", token: "hunter2\nhunter2" },
    { kind: "token", token: "hunter2".repeat(1_000) },
    { kind: "token", token: "hunter2", username: "hunter2:x" },
    { kind: "app", appId: "hunter2/..", privateKey: "hunter2" },
    { kind: "webhook", secret: "hunter2" },
  ];
  for (const body of bodies) {
    const response = await call(path, body);
    expect(response.status).toBe(400);
    expect(await response.text()).not.toContain("hunter2");
  }
  expect((await call("/sources/src_none/login", { kind: "token", token })).status).toBe(404);
  expect(lines.join("")).not.toContain("hunter2");
});

test("the owner alone stores a token under a name", async () => {
  const { call, listed, owner } = await setUp();
  const body = { name: "", login: { kind: "token", token } };
  expect((await call("/secrets", body)).status).toBe(403);
  expect((await call("/secrets", body, owner)).status).toBe(204);
  expect((await call("/secrets", { ...body, name: "lower" }, owner)).status).toBe(400);
  expect(await listed()).toMatchObject([{ sourceId: null, name: "", setBy: "Some owner" }]);
});
