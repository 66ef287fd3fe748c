import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createKeyRequest } from "../../contract/dashboard.ts";
import { createProjectRequest, projectPatch } from "../../contract/owner/project-resource.ts";
import { repositoryLogin } from "../../contract/secrets.ts";
import { readApplyFile } from "./read-apply-file.ts";

const docs = join(import.meta.dirname, "../../../docs");

test("the files that the docs show are applied as they are", async () => {
  const page = await readFile(join(docs, "apply.mdx"), "utf8");
  const blocks = [...page.matchAll(/```yaml\n([^`]+)```/g)].map(([, text = ""]) => text);
  const files = blocks.filter((text) => /^(?:projects|settings):/m.test(text));
  expect(files.length).toBeGreaterThanOrEqual(4);
  for (const text of files) expect(readApplyFile(text), text).toHaveProperty("file");
});

test("the bodies that the docs send are taken", async () => {
  const page = await readFile(join(docs, "projects-api.mdx"), "utf8");
  const bodies = [...page.matchAll(/-d '([^']+)'/g)].map(([, text = ""]) => JSON.parse(text));
  const [project, key, patch] = bodies;
  expect(createProjectRequest.safeParse(project).error).toBeUndefined();
  expect(createKeyRequest.safeParse(key).error).toBeUndefined();
  expect(projectPatch.safeParse(patch).error).toBeUndefined();
  const login = /`(\{"kind": "token"[^`]+)`/.exec(page)?.[1]?.replace("…", "x") ?? "";
  expect(repositoryLogin.safeParse(JSON.parse(login)).error).toBeUndefined();
});
