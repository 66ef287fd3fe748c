import { expect, test } from "vitest";
import {
  createTestNode,
  embedder,
  noRefs,
  storeKinds,
  type TestNodeOptions,
} from "../../../test/harness.ts";
import { type SearchRequest, searchResult } from "../../contract/discovery.ts";
import { createEngine } from "../../search/engine.ts";
import { updateProject } from "../change-projects.ts";
import { searchDocs } from "./search-docs.ts";

const filler = "It takes effect at once and nobody else has to be asked about it. ".repeat(5);
const pages = {
  "keys.md": `---\ntitle: Keys\ndescription: All about keys.\naudience: operators\n---\n\n## Create a key\n\nRun \`acme keys create\`. ${filler}\n\n## Revoke a key\n\nRun \`acme keys revoke ID\`. ${filler}`,
  "install.md": `# Install\n\nInstall Acme with npm. ${filler}`,
  "plain.md": `Just text without any heading about zebras. ${filler}`,
  "secret.md": `---\nhidden: true\n---\n# Secret zebras\n\nRevoke a key. ${filler}`,
};

test.each(storeKinds)("on %s a passage is found with all that is known of it", async (store) => {
  const { node, search } = await openSearch({ store });
  const [first] = await search({ query: "How do I revoke a key?" });
  expect(searchResult.strict().parse(first)).toEqual(first);
  expect(first?.content).toContain("acme keys revoke ID");
  expect(first).toMatchObject({
    path: "keys.md",
    metadata: {
      title: "Keys",
      description: "All about keys.",
      heading: "Revoke a key",
      url: "http://docent.test/docs/acme/keys#revoke-a-key",
      startLine: 11,
      endLine: 13,
      revision: (await node.db.selectFrom("projects").selectAll().executeTakeFirst())
        ?.currentRevisionId,
    },
  });
});

test("scores lie between 0 and 1, fall, and have at most four digits", async () => {
  const { search } = await openSearch();
  const scores = (await search({ query: "create a key" })).map(({ metadata }) => metadata.score);
  expect(scores.length).toBeGreaterThan(1);
  expect(scores).toEqual([...scores].sort((left, right) => right - left));
  for (const score of scores) {
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(1);
    expect(Math.round(score * 10_000) / 10_000).toBe(score);
  }
});

test("the threshold leaves out what scores lower, the page size what comes behind", async () => {
  const { search } = await openSearch();
  const all = await search({ query: "revoke a key" });
  const best = all[0]?.metadata.score ?? 0;
  expect(await search({ query: "revoke a key", scoreThreshold: best })).toEqual(
    all.filter(({ metadata }) => metadata.score >= best),
  );
  expect(await search({ query: "revoke a key", pageSize: 1 })).toHaveLength(1);
});

test("a filter keeps to pages with that metadata, whatever its keys are called", async () => {
  const { search } = await openSearch();
  const operators = await search({ query: "install", filter: { audience: "operators" } });
  expect(new Set(operators.map(({ path }) => path))).toEqual(new Set(["keys.md"]));
  for (const key of ["constructor", "toString", "hasOwnProperty", "nope"])
    expect(await search({ query: "key", filter: { [key]: "x" } })).toEqual([]);
});

test("a passage without a heading has its page's title", async () => {
  const { search } = await openSearch();
  const [first] = await search({ query: "zebras" });
  expect(first).toMatchObject({ path: "plain.md", metadata: { title: "Plain", heading: "Plain" } });
});

test("hidden pages are never found", async () => {
  const { search } = await openSearch();
  for (const query of ["secret zebras", "secret.md"])
    expect((await search({ query, pageSize: 50 })).map(({ path }) => path)).not.toContain(
      "secret.md",
    );
});

test("a project that was never synced has nothing to find", async () => {
  const { node, search } = await openSearch();
  await node.db.updateTable("projects").set({ currentRevisionId: null }).execute();
  expect(await search({ query: "key" })).toEqual([]);
});

test("a private project is not searched for nobody in particular", async () => {
  const { node, search } = await openSearch();
  await updateProject(node, { kind: "operator" }, { ...node.project, visibility: "private" });
  await expect(search({ query: "key" })).rejects.toMatchObject({ code: "not_found" });
});

test("the version of the page it is searched on is found, by its path or its address", async () => {
  const size = (value: number) =>
    `# FlatList\n\n## windowSize\n\nIts default is ${value}. ${filler}`;
  const versioned = {
    "docusaurus.config.js": "module.exports = { presets: [['classic', {}]] };",
    "versions.json": '["2.0", "1.0"]',
    "docs/list.md": size(30),
    "versioned_docs/version-2.0/list.md": size(20),
    "versioned_docs/version-1.0/list.md": size(10),
  };
  const { search } = await openSearch({ pages: versioned });
  const firstOn = async (currentPath: string | null) =>
    (await search({ query: "default of windowSize", currentPath }))[0]?.path;
  expect(await firstOn(null)).toBe("versioned_docs/version-2.0/list.md");
  expect(await firstOn("/docs/1.0/list")).toBe("versioned_docs/version-1.0/list.md");
  expect(await firstOn("versioned_docs/version-1.0/list.md")).toBe(
    "versioned_docs/version-1.0/list.md",
  );
  expect(await firstOn("/../../nowhere")).toBe("versioned_docs/version-2.0/list.md");
});

test("a text that is too long to search for is refused", async () => {
  const { search } = await openSearch();
  expect(await search({ query: "key ".repeat(25) })).not.toEqual([]);
  await expect(search({ query: "key ".repeat(26) })).rejects.toMatchObject({
    code: "invalid_request",
    message: expect.stringContaining("104 characters, and at most 100"),
  });
});

async function openSearch(options: TestNodeOptions = {}) {
  const node = await createTestNode({ pages, ...options });
  const engine = createEngine({ db: node.db, embedder, memoryBytes: 100_000_000 });
  const limits = { questionCharacters: 100 };
  const deps = { ...noRefs, db: node.db, search: engine, publicUrl: "http://docent.test", limits };
  const search = (request: Partial<SearchRequest>) =>
    searchDocs(deps, undefined, {
      project: "acme",
      network: "192.0.2.1",
      request: { query: "", pageSize: 10, scoreThreshold: 0, filter: {}, ...request },
    });
  return { node, search };
}
