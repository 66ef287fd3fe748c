import { randomBytes } from "node:crypto";
import { describe, expect, test } from "vitest";
import { groupDetail, groupPage } from "../src/contract/insights/groups.ts";
import { agentSession } from "../src/contract/jobs.ts";
import { updateSourcePlace } from "../src/store/docs/sources.ts";
import { createForgeState } from "./forges/forge-state.ts";
import { type ForgeCase, forgeCases, forgeSettings, startForge } from "./forges/start-forge.ts";
import { question, readEvents } from "./harness.ts";
import { createJobNode, type JobNode } from "./job-node.ts";
import { makeTree } from "./make-tree.ts";

const lacking = "How many topics can an account have?";
const instruction = `Add a section "${lacking}" to accounts.md with this text:\n\nAn account can have ten topics.`;
const soon = { timeout: 60_000, interval: 100 };

async function setUp(chosen: ForgeCase) {
  const state = await createForgeState({
    "accounts.md": "# Accounts\n\nLog in to your account with a password.\n",
    "oil.md": "# Oil\n\nThe machine needs oil every week.\n",
  });
  const forge = await startForge(chosen, state);
  const node = await createJobNode({
    settings: {
      dataFolder: (await makeTree({})).root,
      secretKeys: [randomBytes(32)],
      forges: forgeSettings(chosen, forge.url),
      pollMs: 200,
    },
  });
  const place = { kind: "git", location: `${forge.url}/acme/docs.git`, branch: "main" } as const;
  await updateSourcePlace(node.db, node.source.id, { ...place, subfolder: "" });
  const projects = `/v1/projects/${node.project.id}`;
  await send(node, `${projects}/sources/${node.source.id}/login`, forge.login);
  await send(node, `${projects}/sync`, {});
  await node.jobs.startWorker();
  return { state, node, projects };
}

async function send(node: JobNode, path: string, body?: unknown): Promise<unknown> {
  const headers = {
    authorization: `Bearer ${node.keys.admin}`,
    "content-type": "application/json",
  };
  const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const response = await node.request(path, { ...init, headers });
  expect(response.ok, path).toBe(true);
  const text = await response.text();
  return text === "" ? undefined : JSON.parse(text);
}

describe.each(forgeCases)("on $name", (chosen) => {
  test("a group is watched once its pull request is merged there, and closes when readers are answered", {
    timeout: 240_000,
  }, async () => {
    const { state, node, projects } = await setUp(chosen);
    const ask = async () => void (await readEvents(await node.ask(question(lacking))));
    await ask();
    const groups = `/v1/analytics/${node.project.id}/groups`;
    await node.grouping.round(new AbortController().signal);
    const [group] = groupPage.parse(await send(node, groups)).groups;
    const at = `${groups}/${group?.id}`;
    const session = agentSession.parse(await send(node, `${at}/job`, { instruction }));
    await (await node.agent(`/job/${session.sessionId}/stream`)).text();
    const [pull] = [...state.pulls.values()];
    expect(pull?.body).toContain("question");
    const how = { method: "squash" as const, by: "boss", title: "Topics", message: "" };
    const number = pull?.number ?? 0;
    expect(await state.merge(number, { ...how, headCommit: "" })).toHaveProperty("merged");
    node.pulls.start();
    node.grouping.start();
    node.groupWatcher.start();
    const stateOf = async () => groupDetail.parse(await send(node, at)).group.state;
    await expect.poll(stateOf, soon).toBe("watched");
    await send(node, `${projects}/sync`, {});
    await ask();
    await expect.poll(stateOf, soon).toBe("answered");
    const { events } = groupDetail.parse(await send(node, at));
    // Whether it was ever seen open depends on who looked first.
    const kinds = events.map(({ kind }) => kind).filter((kind) => kind !== "change-proposed");
    expect(kinds).toEqual(["opened", "job-started", "change-merged", "answered"]);
  });
});
