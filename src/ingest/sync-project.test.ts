import { expect, test } from "vitest";
import { embedder, openTestStore } from "../../test/harness.ts";
import { makeTree } from "../../test/make-tree.ts";
import { addTestProject, noon } from "../../test/store-rows.ts";
import type { Actor } from "../lib/actor.ts";
import { oneAtATime } from "../lib/one-at-a-time.ts";
import { insertSource } from "../store/projects.ts";
import { type ProjectSync, syncProject } from "./sync-project.ts";

const owner: Actor = { kind: "owner" };

async function openProject() {
  const db = await openTestStore("sqlite");
  const projectId = await addTestProject(db);
  const stop = new AbortController();
  const deps = {
    db,
    embedder,
    clock: { now: () => new Date(noon) },
    mirrorFolder: "/nowhere",
    signal: stop.signal,
    inTurn: oneAtATime<ProjectSync>(),
  };
  const addSource = async (id: string, pages: Record<string, string>) => {
    const { root } = await makeTree(pages);
    const place = { kind: "folder", location: root, branch: "", subfolder: "" } as const;
    await insertSource(db, { id, projectId, ...place, createdAt: noon, syncedAt: null });
  };
  return { projectId, deps, stop, addSource };
}

test("every source is read, and the report is of all of them", async () => {
  const { projectId, deps, addSource } = await openProject();
  await addSource("src_1", { "a.md": "# A\n", "b.md": "# B\n" });
  await addSource("src_2", { "c.md": "# C\n" });
  const first = await syncProject(deps, owner, projectId);
  expect(first).toMatchObject({ pages: 3, added: ["a.md", "b.md", "c.md"], removed: [] });
  const second = await syncProject(deps, owner, projectId);
  expect(second).toEqual({ ...first, added: [] });
});

test("only an admin key of the project, the owner and the operator may", async () => {
  const { projectId, deps, addSource } = await openProject();
  await addSource("src_1", { "a.md": "# A\n" });
  for (const actor of [
    { kind: "assistant", keyId: "key_1", projectId },
    { kind: "admin", keyId: "key_1", projectId: "prj_2" },
  ] as const)
    await expect(syncProject(deps, actor, projectId)).rejects.toMatchObject({ code: "forbidden" });
  await syncProject(deps, { kind: "admin", keyId: "key_1", projectId }, projectId);
  await syncProject(deps, { kind: "operator" }, projectId);
});

test("a server that stops says so", async () => {
  const { projectId, deps, stop, addSource } = await openProject();
  await addSource("src_1", { "a.md": "# A\n" });
  stop.abort();
  await expect(syncProject(deps, owner, projectId)).rejects.toMatchObject({
    code: "unavailable",
    retryAfterSeconds: 5,
  });
});
