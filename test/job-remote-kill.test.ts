import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type AgentSession, agentSessions } from "../src/contract/jobs.ts";
import { openDatabase } from "../src/store/database.ts";
import { type GitRemote, remoteToken, serveRemote } from "./git-remote.ts";
import { type GitWrapper, wrapGit } from "./git-wrapper.ts";
import { task } from "./job-node.ts";
import { makeTree } from "./make-tree.ts";
import { type ServerProcess, serveUntilEnd } from "./server-process.ts";

const key = `svc_${"k".repeat(40)}`;
const branch = "docs/gadget";

type Place = { served: GitRemote; wrapper: GitWrapper; data: string };

async function makePlace(): Promise<Place> {
  const page = "---\ntitle: Oil\n---\n\n# Oil\n\nThe widget needs oil.\n";
  const served = await serveRemote({ "oil.md": page, "belt.md": "# Belt\n\nA widget.\n" });
  const wrapper = await wrapGit();
  onTestFinished(() => wrapper.release());
  return { served, wrapper, data: join((await makeTree({})).root, "data") };
}

function serve({ served, wrapper, data }: Place): Promise<ServerProcess> {
  return serveUntilEnd(["--data", data, "--docs", served.url], {
    PATH: wrapper.path,
    DOCENT_ADMIN_KEY: key,
    DOCENT_GIT_TOKEN: remoteToken,
    DOCENT_DASHBOARD: "off",
    DOCENT_PUBLIC_URL: "http://docent.test",
  });
}

function agent(server: ServerProcess, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  return fetch(`${server.url}/v1/agent/docent${path}`, { ...init, headers });
}

/** Its connection breaks when the server is killed. */
function startJob(server: ServerProcess): Promise<unknown> {
  const body = JSON.stringify(task('Replace "widget" with "gadget" everywhere.', { branch }));
  const reading = agent(server, "/job", { method: "POST", body }).then((reply) => reply.text());
  return reading.catch((error) => error);
}

async function ended(server: ServerProcess): Promise<AgentSession[]> {
  for (;;) {
    const reply = await agent(server, "/jobs");
    const { allSessions } = agentSessions.parse(await reply.json());
    if (allSessions.every((session) => session.haulted)) return allSessions;
    // A key has 1,200 requests a minute, and a busy machine may take longer than that.
    await pause(100);
  }
}

async function expectOneChange({ served, data }: Place, sessions: AgentSession[]) {
  const headCommit = await served.tip(branch);
  const file = join(data, "docent.db");
  const db = await openDatabase({ kind: "sqlite", file });
  onTestFinished(() => db.destroy());
  const changes = await db.selectFrom("changes").selectAll().execute();
  expect(changes).toMatchObject([{ head: branch, headCommit, state: "open" }]);
  expect(sessions).toMatchObject([{ haultReason: "completed", branch }]);
  const { git } = served.origin;
  expect(await git("rev-list", "--count", `main..${branch}`)).toBe("1\n");
  expect(await git("show", `${branch}:oil.md`)).toContain("The gadget needs oil.");
  expect(await git("for-each-ref", "--format=%(refname)")).toBe(
    `refs/heads/${branch}\nrefs/heads/main\n`,
  );
}

test.each(["before", "after"] as const)(
  "a server killed right %s the push leaves one change and one branch tip",
  { timeout: 240_000 },
  async (when) => {
    const place = await makePlace();
    const { served, wrapper } = place;
    const first = await serve(place);
    await wrapper.hold(when);
    const job = startJob(first);
    await wrapper.held();
    expect(await served.tip(branch)).toEqual(when === "before" ? undefined : expect.any(String));
    await first.end("SIGKILL");
    await job;
    await wrapper.release();
    const second = await serve(place);
    await expectOneChange(place, await ended(second));
    await second.end();
  },
);

test("a push that people built upon while the server was down is not undone", {
  timeout: 240_000,
}, async () => {
  const place = await makePlace();
  const { served, wrapper } = place;
  const first = await serve(place);
  await wrapper.hold("after");
  const job = startJob(first);
  await wrapper.held();
  await first.end("SIGKILL");
  await job;
  await wrapper.release();
  const theirs = await served.origin.commit(branch, { "theirs.md": "# Theirs\n" });
  const second = await serve(place);
  expect(await ended(second)).toMatchObject([{ haultReason: "completed", branch }]);
  expect(await served.tip(branch)).toBe(theirs);
  await second.end();
});
