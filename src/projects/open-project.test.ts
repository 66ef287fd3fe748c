import { expect, test } from "vitest";
import { createTestNode, storeKinds } from "../../test/harness.ts";
import { member } from "../../test/owner.ts";
import { updateProject } from "./change-projects.ts";
import { openProject } from "./open-project.ts";

test.each(storeKinds)(
  "on %s anybody opens a public project, by domain, hostname or id",
  async (store) => {
    const { db, project } = await createTestNode({ store });
    for (const name of ["acme", "ACME.docs.example", project.id])
      expect((await openProject(db, undefined, name)).id).toBe(project.id);
    for (const name of ["", "other", "acme\0", "\0", "a".repeat(9_999), "\ud800"])
      await expect(openProject(db, undefined, name)).rejects.toMatchObject({ code: "not_found" });
  },
);

test("a private project is there for its own assistant key, members and the operator", async () => {
  const { db, project } = await createTestNode();
  await updateProject({ db }, { kind: "operator" }, { ...project, visibility: "private" });
  const open = (reader: Parameters<typeof openProject>[1]) => openProject(db, reader, "acme");
  const key = { keyId: "key_1", projectId: project.id };
  await expect(open(undefined)).rejects.toMatchObject({ code: "not_found" });
  await expect(open({ kind: "admin", ...key })).rejects.toMatchObject({ code: "forbidden" });
  await expect(open({ kind: "assistant", ...key, projectId: "prj_other" })).rejects.toMatchObject({
    code: "forbidden",
  });
  for (const reader of [member("viewer"), { kind: "operator" } as const])
    expect((await open(reader)).id).toBe(project.id);
  expect((await open({ kind: "assistant", ...key })).id).toBe(project.id);
});

test("a key of another project does not open a public one either", async () => {
  const { db } = await createTestNode();
  const reader = { kind: "assistant", keyId: "key_1", projectId: "prj_other" } as const;
  await expect(openProject(db, reader, "acme")).rejects.toMatchObject({ code: "forbidden" });
});
