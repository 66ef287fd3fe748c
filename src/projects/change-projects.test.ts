import { describe, expect, test } from "vitest";
import { openTestStore, type StoreKind, storeKinds } from "../../test/harness.ts";
import { countEveryTable, noon } from "../../test/store-rows.ts";
import type { Actor } from "../lib/actor.ts";
import { findProject, listProjects } from "../store/docs/projects.ts";
import { listSources } from "../store/docs/sources.ts";
import {
  type AddProjectInput,
  addProject,
  removeProject,
  updateProject,
} from "./change-projects.ts";
import { requireProject } from "./open-project.ts";

const operator: Actor = { kind: "operator" };
const admin: Actor = { kind: "admin", keyId: "key_1", projectId: "prj_1" };

describe.each(storeKinds)("on %s", (kind) => {
  test("a project is added with its source", async () => {
    const { db, add } = await openProjects(kind);
    const { project, source } = await add({ domain: "acme", name: "Acme" });
    expect(project).toMatchObject({ domain: "acme", name: "Acme", currentRevisionId: null });
    expect(await findProject(db, project.id)).toEqual(project);
    expect(await listSources(db, project.id)).toEqual([source]);
  });

  test("a project without a name is called by its domain", async () => {
    const { add } = await openProjects(kind);
    expect((await add({ domain: "acme", name: "" })).project.name).toBe("acme");
  });

  test("a domain is given once, also when two ask at the same time", async () => {
    const { db, add } = await openProjects(kind);
    const results = await Promise.allSettled([1, 2, 3].map(() => add({ domain: "acme" })));
    expect(results.filter((result) => result.status === "fulfilled")).toHaveLength(1);
    for (const result of results)
      if (result.status === "rejected")
        expect(result.reason).toMatchObject({
          code: "conflict",
          message: "There is already a project with the domain acme.",
        });
    const counts = await countEveryTable(db);
    expect(counts).toMatchObject({ projects: 1, sources: 1 });
  });

  test.each(["", "Acme", "a.b", "-a", "a-", "a b", "../a", "a".repeat(64), "ä", "a\n"])(
    "%j cannot be a domain",
    async (domain) => {
      const { db, add } = await openProjects(kind);
      await expect(add({ domain })).rejects.toMatchObject({ code: "invalid_request" });
      expect(await listProjects(db)).toEqual([]);
    },
  );

  test("a removed project is gone, and its domain is free again", async () => {
    const { db, add } = await openProjects(kind);
    await add({ domain: "acme" });
    await removeProject({ db }, operator, "acme");
    expect(await listProjects(db)).toEqual([]);
    await add({ domain: "acme" });
  });

  test("a project can be renamed, moved and hidden", async () => {
    const { db, add } = await openProjects(kind);
    const { project } = await add({ domain: "acme" });
    const change = { name: "New", baseUrl: "https://d.example", visibility: "private" } as const;
    await updateProject({ db }, operator, { id: project.id, ...change });
    expect(await findProject(db, project.id)).toEqual({ ...project, ...change });
  });

  test("a domain that is not there is answered with those that are", async () => {
    const { db, add } = await openProjects(kind);
    await expect(requireProject(db, "nope")).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining("docent projects add"),
    });
    await add({ domain: "beta" });
    await add({ domain: "acme" });
    await expect(requireProject(db, "nope")).rejects.toThrow("There are: acme, beta.");
    expect(await requireProject(db, "acme.docs.example")).toMatchObject({ domain: "acme" });
  });
});

test("only the operator adds, changes and removes projects", async () => {
  const { db, add } = await openProjects("sqlite");
  const { project } = await add({ domain: "acme" });
  const forbidden = { code: "forbidden" };
  await expect(add({ domain: "b" }, admin)).rejects.toMatchObject(forbidden);
  await expect(removeProject({ db }, admin, "acme")).rejects.toMatchObject(forbidden);
  await expect(updateProject({ db }, admin, project)).rejects.toMatchObject(forbidden);
  expect(await listProjects(db)).toHaveLength(1);
});

async function openProjects(kind: StoreKind) {
  const db = await openTestStore(kind);
  const clock = { now: () => new Date(noon) };
  const add = (input: Partial<AddProjectInput>, actor = operator) =>
    addProject({ db, clock }, actor, {
      domain: "acme",
      name: "",
      visibility: "public",
      baseUrl: "",
      source: { kind: "folder", location: "/docs", branch: "", subfolder: "" },
      ...input,
    });
  return { db, add };
}
