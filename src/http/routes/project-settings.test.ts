import { expect, test } from "vitest";
import { createTestNode } from "../../../test/harness.ts";
import { dashboardHeaders, openOwnerSession } from "../../../test/owner.ts";
import { errorBody } from "../../contract/error.ts";
import { projectSettings, sourceAdded } from "../../contract/project-settings.ts";
import { operator } from "../../lib/actor.ts";
import { systemClock } from "../../lib/clock.ts";
import { addSource } from "../../projects/change-sources.ts";
import { listSecrets } from "../../store/access/secrets.ts";
import { findProject } from "../../store/docs/projects.ts";
import { findSource } from "../../store/docs/sources.ts";

const base = "/v1/projects/acme";

async function setUp(env: Record<string, string> = {}) {
  const node = await createTestNode({ env: { DOCENT_SECRET_KEY: "0".repeat(64), ...env } });
  const owner = dashboardHeaders(await openOwnerSession({ db: node.db, clock: systemClock }));
  const admin = { authorization: `Bearer ${node.keys.admin}` };
  const call = (path: string, body?: unknown, headers: Record<string, string> = owner) =>
    node.request(`${base}${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  const read = async () => projectSettings.parse(await (await call("/settings")).json());
  const save = async (change: object, version?: string) =>
    call("/settings", { version: version ?? (await read()).version, ...change });
  const add = async (place: object) => {
    const response = await call("/sources", place);
    return { status: response.status, body: await response.json() };
  };
  return { node, call, read, save, add, admin };
}

test("an owner changes name, base URL, visibility, starters and models, and what is left out stays", async () => {
  const { node, read, save } = await setUp();
  const starters = ["How do I rotate a key?", "Wie fange ich an?"];
  const change = { name: "Acme docs", baseUrl: "https://docs.acme.example/", starters };
  expect((await save({ ...change, visibility: "private" })).status).toBe(200);
  const model = { provider: "embedded", sonnet: "", opus: "" };
  expect((await save({ model })).status).toBe(200);
  expect(await read()).toMatchObject({
    ...{ name: "Acme docs", baseUrl: "https://docs.acme.example", visibility: "private", starters },
    model: { provider: "embedded" },
  });
  expect(await findProject(node.db, node.project.id)).toMatchObject({
    ...{ name: "Acme docs", model: { provider: "embedded" } },
  });
});

test("what cannot be a setting is refused with the field it belongs to, and nothing is stored", async () => {
  const { read, save } = await setUp();
  const before = await read();
  const faults: [object, string][] = [
    [{ name: "" }, "name"],
    [{ name: "two\nlines" }, "name"],
    [{ baseUrl: "javascript:alert(1)" }, "baseUrl"],
    [{ baseUrl: "https://user:word@docs.example" }, "baseUrl"],
    [{ starters: Array(9).fill("Why?") }, "starters"],
    [{ starters: ["x".repeat(201)] }, "starters.0"],
    [{ dailyDollars: -1 }, "dailyDollars"],
    [{ model: { provider: "embedded", sonnet: "two words", opus: "" } }, "model.sonnet"],
  ];
  for (const [fault, path] of faults) {
    const response = await save({ visibility: "private", ...fault });
    expect([fault, response.status]).toEqual([fault, 400]);
    const { details } = errorBody.parse(await response.json());
    expect(details.map((detail) => detail.path)).toContain(path);
  }
  expect(await read()).toEqual(before);
});

test("of two who change a project the later one is told, also when the first used the command line", async () => {
  const { read, save } = await setUp();
  const { version } = await read();
  const replies = await Promise.all([
    save({ name: "One" }, version),
    save({ name: "Two" }, version),
  ]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test("a key reads a project's settings and changes nothing", async () => {
  const { call, admin, read } = await setUp();
  expect((await call("/settings", undefined, admin)).status).toBe(200);
  const { version } = await read();
  expect((await call("/settings", { version, name: "Mine" }, admin)).status).toBe(403);
  const place = { location: "https://git.example/acme/docs.git" };
  expect((await call("/sources", place, admin)).status).toBe(403);
});

test("a repository is added, changed and removed; folders of the server are refused", async () => {
  const { node, call, add, read, save } = await setUp();
  for (const location of [
    "/etc",
    "file:///etc",
    "../docs",
    "ext::sh -c id",
    "https://u:p@git.example/x",
  ])
    expect([location, (await add({ location })).status]).toEqual([location, 400]);
  expect((await add({ location: "https://git.example/a.git", subfolder: "../x" })).status).toBe(
    400,
  );
  const added = await add({ location: "https://git.example/acme/docs.git", mount: "api" });
  const { sourceId } = sourceAdded.parse(added.body);
  expect(await findSource(node.db, sourceId)).toMatchObject({
    ...{ kind: "git", mount: "api", credential: "OWN" },
  });
  const place = { location: "https://git.example/acme/docs.git", branch: "release" };
  expect((await call(`/sources/${sourceId}`, place)).status).toBe(204);
  expect(await findSource(node.db, sourceId)).toMatchObject({ branch: "release", mount: "" });
  expect((await save({ editSourceId: sourceId })).status).toBe(200);
  expect((await read()).editSourceId).toBe(sourceId);
  expect((await call(`/sources/${sourceId}/remove`, {})).status).toBe(204);
  expect(await findSource(node.db, sourceId)).toBeUndefined();
  expect((await call(`/sources/${node.source.id}/remove`, {})).status).toBe(409);
  expect((await call("/sources/src_none/remove", {})).status).toBe(404);
});

test("a source goes by ssh or by http only to a host that the operator's sources go to", async () => {
  const { node, call, add } = await setUp();
  const strange = [
    "ssh://git@git.example/a.git",
    "git@git.example:a.git",
    "http://127.0.0.1:9200/a.git",
    "http://localhost/a.git",
  ];
  for (const location of strange)
    expect([location, (await add({ location })).status]).toEqual([location, 400]);
  const deps = { db: node.db, clock: systemClock };
  for (const location of ["git@git.example:docs.git", "http://127.0.0.1:3000/docs.git"]) {
    const place = { kind: "git", location, branch: "", subfolder: "", ...unmounted } as const;
    await addSource(deps, operator, { projectId: node.project.id, place });
  }
  for (const location of ["ssh://git@git.example:22/a.git", "http://127.0.0.1:3000/a.git"])
    expect([location, (await add({ location })).status]).toEqual([location, 200]);
  const { sourceId } = sourceAdded.parse((await add({ location: "git@git.example:b.git" })).body);
  const elsewhere = [
    "git@evil.example:b.git",
    "ssh://git@git.example:2222/b.git",
    "ssh://git.example#@evil.example/b.git",
    "http://127.0.0.1:9200/b.git",
  ];
  for (const location of elsewhere)
    expect([location, (await call(`/sources/${sourceId}`, { location })).status]).toEqual([
      ...[location, 400],
    ]);
});

const unmounted = { mount: "", baseUrl: "", credential: "" };

test("a source that moves to another host takes no token there", async () => {
  const { node, call, add } = await setUp({ DOCENT_GIT_TOKEN: "tok_hunter2" });
  const { sourceId } = sourceAdded.parse(
    (await add({ location: "https://git.example/a.git" })).body,
  );
  const token = { kind: "token", token: "github_pat_hunter2" };
  expect((await call(`/sources/${sourceId}/login`, token)).status).toBe(204);
  expect(
    (await call(`/sources/${sourceId}`, { location: "https://git.example/b.git" })).status,
  ).toBe(204);
  expect(await listSecrets(node.db)).toHaveLength(1);
  expect(
    (await call(`/sources/${sourceId}`, { location: "https://evil.example/b.git" })).status,
  ).toBe(204);
  expect(await listSecrets(node.db)).toEqual([]);
  expect(await findSource(node.db, sourceId)).toMatchObject({ credential: "OWN" });
});

test("where the environment says what the docs are, the source cannot be moved or removed", async () => {
  const { node, call, add, read } = await setUp({
    DOCENT_DOMAIN: "acme",
    DOCENT_DOCS: "/srv/docs",
  });
  await add({ location: "https://git.example/a.git" });
  expect((await read()).servedBy).toBe("DOCENT_DOCS");
  const elsewhere = { location: "https://git.example/b.git" };
  expect((await call(`/sources/${node.source.id}`, elsewhere)).status).toBe(409);
  expect((await call(`/sources/${node.source.id}/remove`, {})).status).toBe(409);
  const here = { location: node.source.location, mount: "guides" };
  expect((await call(`/sources/${node.source.id}`, here)).status).toBe(204);
});
