import { expect, test } from "vitest";
import { createTestNode, type TestNode } from "../../../test/harness.ts";
import { findProject } from "../../store/docs/projects.ts";
import { createLinkPolicies, createLinkPolicy } from "./link-policy.ts";

const policy = createLinkPolicy({
  publicUrl: "https://docent.example",
  project: { domain: "acme", baseUrl: "https://docs.acme.example/v2" },
  pages: [
    { path: "docs/01-keys.md", address: "guides/keys/", baseUrl: "" },
    { path: "docs/index.md", address: "", baseUrl: "" },
    { path: "api/list.md", address: "list", baseUrl: "https://api.acme.example" },
  ],
  allowedHosts: ["github.com", "*.acme.example"],
});

const keys = "https://docs.acme.example/v2/guides/keys/";

test.each([
  ["/guides/keys", keys],
  ["guides/keys/#create", `${keys}#create`],
  ["../guides/keys.md", keys],
  ["docs/01-keys.md", keys],
  ["https://docs.acme.example/v2/guides/keys", keys],
  ["https://docent.example/docs/acme/docs/01-keys#x", `${keys}#x`],
  ["https://api.acme.example/list", "https://api.acme.example/list"],
  ["https://docs.acme.example/v2", "https://docs.acme.example/v2"],
  ["https://github.com/acme/docs", "https://github.com/acme/docs"],
  ["https://status.acme.example/", "https://status.acme.example/"],
])("%s leads to %s", (link, url) => {
  expect(policy(link)).toBe(url);
});

test.each([
  "",
  "#top",
  "/guides/invented",
  "https://evil.example/guides/keys",
  "https://docent.example/other",
  "https://docent.example.evil.example/docs/acme/docs/01-keys",
  "https://github.com.evil.example/",
  "https://evil.example/?q=github.com",
  "https://user:secret@github.com/",
  "https://docs.acme.example@evil.example/v2/guides/keys",
  "//evil.example/guides/keys",
  "/\\evil.example",
  "javascript:alert(1)",
  "data:text/html,x",
  "mailto:a@b.c",
  "http://",
  "https://evil.example\n/guides/keys",
])("%s leads nowhere", (link) => {
  expect(policy(link)).toBeUndefined();
});

const publicUrl = "http://docent.test";
const files = {
  "keys.md": "# Keys\n\nText.\n",
  "secret.md": "---\nhidden: true\n---\n\n# Secret\n\nText.\n",
};

test("links lead to the revision's own pages, and not to hidden ones", async () => {
  const node = await createTestNode({ pages: files });
  const { policyOf } = await setUp(node);
  const policy = await policyOf();
  expect(policy("keys.md")).toBe("http://docent.test/docs/acme/keys");
  expect(policy("secret.md")).toBeUndefined();
  expect(policy("https://evil.example/keys")).toBeUndefined();
});

test("a revision is read once", async () => {
  const node = await createTestNode({ pages: files });
  const { policyOf } = await setUp(node);
  expect(await policyOf()).toBe(await policyOf());
});

test("a project that moves to another address gets new links", async () => {
  const node = await createTestNode({ pages: files });
  const { policyOf } = await setUp(node);
  await policyOf();
  const moved = await policyOf({ baseUrl: "https://docs.acme.example" });
  expect(moved("keys.md")).toMatch(/^https:\/\/docs\.acme\.example\//);
});

test("a failure is not remembered, and few policies are kept", async () => {
  const node = await createTestNode({ pages: files });
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
