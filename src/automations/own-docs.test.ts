import { expect, test } from "vitest";
import { createTestNode } from "../../test/harness.ts";
import { updateSourcePlace } from "../store/docs/sources.ts";
import { docsFoldersIn } from "./own-docs.ts";

test("docs are found in a code repository however its address is written", async () => {
  const { db, project, source } = await createTestNode();
  const place = { kind: "git" as const, branch: "main", subfolder: "docs" };
  const same = [
    "https://git.example/Acme/app.git",
    "https://git.example/acme/app/",
    "git@git.example:acme/app.git",
    "ssh://git@git.example:2222/acme/app",
  ];
  const folders = (location: string) => docsFoldersIn(db, { projectId: project.id, location });
  for (const location of same) {
    await updateSourcePlace(db, source.id, { ...place, location });
    for (const one of same) expect(await folders(one), `${location} ${one}`).toEqual(["docs"]);
    for (const one of ["https://other.example/acme/app", "git@git.example:acme/app2.git"])
      expect(await folders(one), one).toEqual([]);
  }
});
