import { expect, test } from "vitest";
import { createTestNode, type TestNode } from "../../../test/harness.ts";
import { findProject } from "../../store/docs/projects.ts";
import { createLinkPolicies } from "./link-policies.ts";

const publicUrl = "http://docent.test";
const pages = {
  "keys.md": "# Keys\n\nText.\n",
  "secret.md": "---\nhidden: true\n---\n\n# Secret\n\nText.\n",
};

test("links lead to the revision's own pages, and not to hidden ones", async () => {
  const node = await createTestNode({ pages });
  const { policyOf } = await setUp(node);
  const policy = await policyOf();
  expect(policy("keys.md")).toBe("http://docent.test/docs/acme/keys");
  expect(policy("secret.md")).toBeUndefined();
  expect(policy("https://evil.example/keys")).toBeUndefined();
});

test("a revision is read once", async () => {
  const node = await createTestNode({ pages });
  const { policyOf } = await setUp(node);
  expect(await policyOf()).toBe(await policyOf());
});

test("a project that moves to another address gets new links", async () => {
  const node = await createTestNode({ pages });
  const { policyOf } = await setUp(node);
  await policyOf();
  const moved = await policyOf({ baseUrl: "https://docs.acme.example" });
  expect(moved("keys.md")).toMatch(/^https:\/\/docs\.acme\.example\//);
});

test("a failure is not remembered, and few policies are kept", async () => {
  const node = await createTestNode({ pages });
  const { policies, policyOf, project } = await setUp(node);
  const first = await policyOf();
  for (let count = 0; count < 20; count += 1) await policies(project, `rev_${count}`);
  expect(await policyOf()).not.toBe(first);
  await node.db.schema.alterTable("revision_pages").renameTo("moved_pages").execute();
  await expect(policies(project, "rev_new")).rejects.toThrow();
  await node.db.schema.alterTable("moved_pages").renameTo("revision_pages").execute();
  expect((await policies(project, "rev_new"))("keys.md")).toBeUndefined();
});

async function setUp({ db, project: { id } }: TestNode) {
  const project = await findProject(db, id);
  if (!project) throw new Error("the project is gone");
  const policies = createLinkPolicies({ db, publicUrl, allowedHosts: [] });
  const policyOf = (more: { baseUrl?: string } = {}) =>
    policies({ ...project, ...more }, project.currentRevisionId ?? "");
  return { policies, policyOf, project };
}
