import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { agentSessions } from "../src/contract/jobs.ts";
import { openDatabase } from "../src/store/database.ts";
import { createForgeState } from "./forges/forge-state.ts";
import type { ForgeState } from "./forges/forge-types.ts";
import { type ForgeCase, forgeToken, startForge } from "./forges/start-forge.ts";
import { type GitWrapper, wrapGit } from "./git-wrapper.ts";
import { task } from "./job-node.ts";
import { newDataFolder, type ServerProcess, serveUntilEnd } from "./server-process.ts";

const key = `svc_${"k".repeat(40)}`;
const branch = "docs/gadget";
const long = { timeout: 240_000 };

type Place = { state: ForgeState; kind: string; url: string; wrapper: GitWrapper; data: string };

async function makePlace(kind: ForgeCase["kind"]): Promise<Place> {
  const state = await createForgeState({ "oil.md": "# Oil\n\nThe widget needs oil.\n" });
  const { url } = await startForge({ name: kind, kind }, state);
  const wrapper = await wrapGit();
  onTestFinished(() => wrapper.release());
  return { state, kind, url, wrapper, data: await newDataFolder() };
}

function serve({ kind, url, wrapper, data }: Place): Promise<ServerProcess> {
  return serveUntilEnd(["--data", data, "--docs", `${url}/acme/docs.git`], {
    PATH: wrapper.path,
    DOCENT_ADMIN_KEY: key,
    DOCENT_GIT_TOKEN: forgeToken,
    DOCENT_FORGES: `${new URL(url).host}=${kind}`,
    DOCENT_DASHBOARD: "off",
    DOCENT_PUBLIC_URL: "http://docent.test",
    DOCENT_POLL_SECONDS: "0",
  });
}

/** Its start is over when the forge sends webhooks: what asks it then is the job. */
async function serveFirst(place: Place): Promise<ServerProcess> {
  const server = await serve(place);
  await expect.poll(() => place.state.hooks.length, { timeout: 60_000 }).toBe(1);
  return server;
}

function call(server: ServerProcess, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return fetch(`${server.url}${path}`, { ...init, headers });
}

/** Its connection breaks when the server is killed. */
function startJob(server: ServerProcess): Promise<unknown> {
  const body = JSON.stringify(task('Replace "widget" with "gadget" everywhere.', { branch }));
  const reading = call(server, "/v1/agent/docent/job", { method: "POST", body });
  return reading.then((reply) => reply.text()).catch((error) => error);
}

async function completed(server: ServerProcess): Promise<void> {
  for (;;) {
    const reply = await call(server, "/v1/agent/docent/jobs");
    const { allSessions } = agentSessions.parse(await reply.json());
    if (allSessions.length > 0 && allSessions.every(({ haulted }) => haulted)) {
      expect(allSessions).toMatchObject([{ haultReason: "completed", branch }]);
      return;
    }
    await sleep(200);
  }
}

/** Until the forge is at this moment of the first request that is meant. It goes no further. */
function atRequest(state: ForgeState, wanted: RegExp, moment: "before" | "after"): Promise<void> {
  return new Promise((resolve) => {
    state.mood.around = async (request, when) => {
      if (when !== moment || !wanted.test(request)) return;
      state.mood.around = () => undefined;
      resolve();
      await new Promise(() => undefined);
    };
  });
}

async function rowsOf({ data }: Place) {
  const db = await openDatabase({ kind: "sqlite", file: join(data, "docent.db") });
  try {
    const changes = await db.selectFrom("changes").selectAll().execute();
    return { changes, deliveries: await db.selectFrom("deliveries").selectAll().execute() };
  } finally {
    await db.destroy();
  }
}

async function expectOneOfEach(place: Place): Promise<void> {
  const { state } = place;
  const headCommit = await state.tip(branch);
  const [pull, ...more] = [...state.pulls.values()];
  expect(more).toEqual([]);
  expect(pull).toMatchObject({ state: "open", head: branch, headCommit });
  expect(state.comments.map(({ body }) => body.slice(0, 22))).toEqual(["<!-- docent:checks -->"]);
  expect(state.statusesOf(headCommit ?? "")).toMatchObject([{ context: "docent/checks" }]);
  expect(state.hooks).toHaveLength(1);
  expect((await rowsOf(place)).changes).toMatchObject([{ head: branch, headCommit }]);
  const { git } = state.repository;
  expect(await git("rev-list", "--count", `main..${branch}`)).toBe("1\n");
}

type Boundary = { kind: ForgeCase["kind"]; after: string; request?: RegExp };

const boundaries: Boundary[] = [
  { kind: "gitea", after: "the push" },
  { kind: "gitea", after: "looking for a pull request", request: /^GET .*\/pulls(?:\/main|$)/ },
  { kind: "gitea", after: "opening it", request: /^POST .*\/pulls$/ },
  { kind: "gitea", after: "the status", request: /^POST .*\/statuses\// },
  { kind: "gitea", after: "the comment", request: /^POST .*\/comments$/ },
  { kind: "github", after: "opening it", request: /^POST .*\/pulls$/ },
  { kind: "gitlab", after: "the comment", request: /^POST .*\/notes$/ },
];

test.each(boundaries)(
  "a server killed after $after on $kind leaves one pull request, one comment and one status",
  long,
  async ({ kind, request }) => {
    const place = await makePlace(kind);
    const { state, wrapper } = place;
    const first = await serveFirst(place);
    const reached = request ? atRequest(state, request, "after") : wrapper.held();
    if (!request) await wrapper.hold("after");
    const job = startJob(first);
    await reached;
    await first.end("SIGKILL");
    await job;
    await wrapper.release();
    const second = await serve(place);
    await completed(second);
    await expectOneOfEach(place);
  },
);

test("what a webhook told of right before a kill is looked into after it", long, async () => {
  const place = await makePlace("gitea");
  const { state } = place;
  const first = await serveFirst(place);
  await startJob(first);
  const [hook] = state.hooks;
  const [pull] = [...state.pulls.values()];
  if (!hook || !pull) throw new Error("there is no webhook or no pull request");
  hook.url = hook.url.replace("http://docent.test", first.url);
  const reached = atRequest(state, new RegExp(`^GET .*/pulls/${pull.number}$`), "before");
  const how = { method: "squash" as const, title: "Gadgets", message: "", headCommit: "" };
  await state.merge(pull.number, { ...how, by: "boss" });
  await reached;
  await first.end("SIGKILL");
  const before = await rowsOf(place);
  expect(before.changes).toMatchObject([{ state: "open" }]);
  expect(before.deliveries.some(({ handledAt }) => handledAt === null)).toBe(true);
  await serve(place);
  const after = async () => {
    const { changes, deliveries } = await rowsOf(place);
    const isHandled = deliveries.every(({ handledAt }) => handledAt !== null);
    return [changes[0]?.state, isHandled];
  };
  await expect.poll(after, { timeout: 60_000, interval: 200 }).toEqual(["merged", true]);
});
