import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type AgentSession, agentSessions } from "../src/contract/jobs.ts";
import { openDatabase } from "../src/store/database.ts";
import { type CutLine, cutLine } from "./cut-line.ts";
import { type GitRemote, remoteToken, serveRemote } from "./git-remote.ts";
import { type GitWrapper, wrapGit } from "./git-wrapper.ts";
import { task } from "./job-node.ts";
import { makeTree } from "./make-tree.ts";
import { type ServerProcess, serveUntilEnd } from "./server-process.ts";

const key = `svc_${"k".repeat(40)}`;
// A key may ask 20 times a second.
const pollMs = 100;
const branch = "docs/gadget";

type Place = { line: CutLine<GitRemote>; wrapper: GitWrapper; data: string };

/** A server whose forge went away when its job was about to push; the push is held. */
async function cutAtPush(): Promise<Place & { server: ServerProcess }> {
  const line = await cutLine(await serveRemote({ "oil.md": "# Oil\n\nThe widget needs oil.\n" }));
  const wrapper = await wrapGit();
  onTestFinished(() => wrapper.release());
  const place = { line, wrapper, data: join((await makeTree({})).root, "data") };
  const server = await serve(place);
  await wrapper.hold("before");
  const body = JSON.stringify(task('Replace "widget" with "gadget" everywhere.', { branch }));
  // Its connection breaks when the server is killed.
  agent(server, "/job", { method: "POST", body }).then(
    (reply) => reply.text().catch(() => undefined),
    () => undefined,
  );
  await wrapper.held();
  line.cut();
  return { ...place, server };
}

function serve({ line, wrapper, data }: Place): Promise<ServerProcess> {
  return serveUntilEnd(["--data", data, "--docs", line.url], {
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

async function until(
  server: ServerProcess,
  is: (session: AgentSession) => boolean,
): Promise<AgentSession> {
  for (;;) {
    const reply = await agent(server, "/jobs");
    const [session] = agentSessions.parse(await reply.json()).allSessions;
    if (session && is(session)) return session;
    await sleep(pollMs);
  }
}

const waits = ({ haulted, messageToUser }: AgentSession) =>
  !haulted && messageToUser.startsWith("Waits for the forge: ");

async function expectOneChange({ line, data }: Place, server: ServerProcess): Promise<void> {
  expect(await until(server, ({ haulted }) => haulted)).toMatchObject({
    haultReason: "completed",
    branch,
  });
  await server.end();
  const db = await openDatabase({ kind: "sqlite", file: join(data, "docent.db") });
  onTestFinished(() => db.destroy());
  const headCommit = await line.tip(branch);
  const changes = await db.selectFrom("changes").selectAll().execute();
  expect(changes).toMatchObject([{ head: branch, headCommit, state: "open" }]);
  const [job] = await db.selectFrom("jobs").select(["step", "forgeWait"]).execute();
  expect(job).toMatchObject({ forgeWait: null });
  expect(await line.origin.git("rev-list", "--count", `main..${branch}`)).toBe("1\n");
}

test("a server killed before its job was put back finds the forge away again, and waits", {
  timeout: 240_000,
}, async () => {
  const { server: first, ...place } = await cutAtPush();
  await first.end("SIGKILL");
  await place.wrapper.release();
  const second = await serve(place);
  await until(second, waits);
  place.line.mend();
  await expectOneChange(place, second);
});

test("a job goes on to wait when its server is killed meanwhile, and proposes when the forge is back", {
  timeout: 240_000,
}, async () => {
  const { server: first, ...place } = await cutAtPush();
  await place.wrapper.release();
  await until(first, waits);
  await first.end("SIGKILL");
  const second = await serve(place);
  await until(second, waits);
  place.line.mend();
  await expectOneChange(place, second);
});

test.each(["before", "after"] as const)(
  "a server killed right %s the push of a further try leaves one change",
  { timeout: 240_000 },
  async (when) => {
    const { server: first, ...place } = await cutAtPush();
    await place.wrapper.release();
    await until(first, waits);
    await place.wrapper.hold(when);
    place.line.mend();
    await place.wrapper.held();
    await first.end("SIGKILL");
    await place.wrapper.release();
    await expectOneChange(place, await serve(place));
  },
);
