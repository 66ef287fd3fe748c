import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { connectionCheck, webhookConnection } from "../src/contract/connections.ts";
import { createLog } from "../src/lib/log.ts";
import { insertSource, newSource } from "../src/store/docs/sources.ts";
import { createForgeState } from "./forges/forge-state.ts";
import {
  type ForgeCase,
  forgeCases,
  forgeSettings,
  startForge,
  forgeToken as token,
} from "./forges/start-forge.ts";
import { createTestNode } from "./harness.ts";
import { task } from "./job-node.ts";
import { makeTree } from "./make-tree.ts";
import { everyRow, noon } from "./store-rows.ts";

async function setUp(chosen: ForgeCase) {
  const state = await createForgeState({ "guide.md": "# Guide\n\nOld words.\n" });
  const forge = await startForge(chosen, state);
  const told: string[] = [];
  const write = (line: string) => void told.push(line);
  const dataFolder = (await makeTree({})).root;
  const settings = {
    dataFolder,
    secretKeys: [randomBytes(32)],
    publicUrl: "http://127.0.0.1:0",
    forges: forgeSettings(chosen, forge.url),
  };
  const node = await createTestNode({
    log: createLog({ level: "trace", format: "json" }, { write }),
    settings,
  });
  const place = { kind: "git" as const, location: `${forge.url}/acme/docs.git`, branch: "main" };
  const source = newSource(node.project.id, { ...place, subfolder: "", mount: "git" }, noon);
  await insertSource(node.db, source);
  const call = async (path: string, body: unknown = {}) => {
    const response = await node.request(`/v1/projects/${node.project.id}${path}`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${node.keys.admin}`,
        "content-type": "application/json",
      },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    told.push(text);
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const ofSource = (path: string, body?: unknown) => call(`/sources/${source.id}${path}`, body);
  return { state, forge, node, source, told, dataFolder, call, ofSource };
}

/** A process has the words of its parent until it begins its own program, which a busy machine may put off. */
const looksAtEach = 10;

/** What every process that begins on the machine was started with. To read those of all of them again and again would take more time than what is tested. */
function watchArguments(secrets: () => string[]): () => boolean {
  let isSeen = false;
  let looks = new Map<string, number>();
  const look = setInterval(() => {
    const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    looks = new Map(ids.map((id) => [id, (looks.get(id) ?? 0) + 1]));
    for (const id of ids.filter((each) => (looks.get(each) ?? 0) <= looksAtEach)) {
      try {
        const text = readFileSync(`/proc/${id}/cmdline`, "latin1");
        isSeen ||= secrets().some((secret) => text.includes(secret));
      } catch {
        // It has ended meanwhile.
      }
    }
  }, 20);
  onTestFinished(() => clearInterval(look));
  return () => isSeen;
}

/** A job that pushes, opens, comments and sets a status, and one that the forge refuses. */
async function proposeThere({ node, state, forge, told }: Awaited<ReturnType<typeof setUp>>) {
  await node.jobs.startWorker();
  const run = async (instruction: string, branch: string) => {
    const job = await node.request("/v1/agent/acme/job", {
      method: "POST",
      headers: { authorization: `Bearer ${node.keys.admin}`, "content-type": "application/json" },
      body: JSON.stringify(task(instruction, { branch })),
    });
    told.push(await job.text());
  };
  await run('Replace "New" with "Newer" everywhere.', "docs/new");
  const [pull] = [...state.pulls.values()];
  expect(pull).toMatchObject({ head: "docs/new", author: forge.account });
  expect(state.comments).toMatchObject([{ author: forge.account }]);
  expect(state.statusesOf(pull?.headCommit ?? "")).toHaveLength(1);
  const { git } = state.repository;
  told.push(JSON.stringify([pull, state.comments, state.statuses]), await git("log", "--all"));
  state.tokens.clear();
  await run('Replace "New" with "Old" everywhere.', "docs/old");
  expect(await git("branch", "--list", "docs/old")).toBe("");
}

describe.each(forgeCases)("on $name", (chosen) => {
  test("a token set while the server runs opens the repository, webhooks sync it, jobs propose there, and no secret shows anywhere", async () => {
    const setup = await setUp(chosen);
    const { state, forge, node, source, told, dataFolder, call, ofSource } = setup;
    const needle = "token" in forge.login ? token : (forge.login.privateKey.split("\n")[1] ?? "");
    const isSeen = watchArguments(() => [token, ...forge.given]);
    const page = async () => (await node.request("/docs/acme/git/guide")).text();
    expect((await call("/sync")).status).not.toBe(200);
    await ofSource("/login", { kind: "token", token: "tok_hunter2_which_is_wrong" });
    expect((await call("/sync")).status).not.toBe(200);
    expect(JSON.stringify((await ofSource("/check")).body)).toContain('"bad"');
    expect((await ofSource("/login", forge.login)).status).toBe(204);
    expect((await call("/sync")).status).toBe(200);
    expect(await page()).toContain("Old words.");
    const { findings } = connectionCheck.parse((await ofSource("/check")).body);
    expect(findings.filter(({ state: found }) => found === "bad")).toEqual([]);

    const hook = webhookConnection.parse((await ofSource("/webhook")).body);
    if (!hook.isRegistered) {
      told.pop();
      state.hooks.push({ id: 7, url: hook.url, secret: hook.secret, events: ["push"] });
    }
    const [made] = state.hooks;
    if (!made) throw new Error("the forge has no webhook");
    expect(new URL(made.url).pathname).toBe(`/v1/webhooks/${source.id}`);
    made.url = `${await node.listen()}/v1/webhooks/${source.id}`;
    node.deliveries.start();
    await state.push("main", { "guide.md": "# Guide\n\nNew words.\n" }, "boss");
    await expect.poll(page).toContain("New words.");

    await proposeThere(setup);
    const files = readdirSync(dataFolder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), "latin1"));
    const everything = [...told, ...files, JSON.stringify(await everyRow(node.db))].join("\n");
    const { given } = forge;
    const basic = btoa(`x-access-token:${token}`);
    for (const secret of ["hunter2", needle, made.secret, basic, ...given])
      expect(everything.includes(secret), `${secret.slice(0, 6)}… is told`).toBe(false);
    expect(isSeen()).toBe(false);
  });
});
