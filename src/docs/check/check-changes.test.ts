import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { overlayOf } from "../../../test/overlay-of.ts";
import { checkChanges } from "./check-changes.ts";
import type { CheckReport } from "./finding.ts";

type Files = Record<string, string>;
type Edits = Record<string, string | null>;

/** Checks edits of a repository; a null removes the file. */
async function reportOn(base: Files, edits: Edits, docsFolder = "docs"): Promise<CheckReport> {
  const before = memoryFiles(base);
  const after = memoryFiles(base);
  for (const [path, content] of Object.entries(edits)) {
    if (content === null) after.remove(path);
    else after.write(path, content);
  }
  return checkChanges({ before, after, docsFolder });
}

async function broken(base: Files, edits: Edits, docsFolder = "docs"): Promise<string[]> {
  const report = await reportOn(base, edits, docsFolder);
  return report.broken.map(
    ({ check, path, line, message }) => `${check} ${path}:${line} ${message}`,
  );
}

const navigation = (...pages: string[]) =>
  JSON.stringify({ navigation: { groups: [{ group: "All", pages }] } }, null, 2);

const docs = {
  "docs/docs.json": navigation("index", "guides/keys", "guides/start"),
  "docs/index.md":
    "# Home\n\nSee [keys](/guides/keys#create-a-key) and [start](guides/start.md).\n",
  "docs/guides/keys.md": "# Keys\n\n## Create a key\n\nText.\n\n## Delete a key\n\nText.\n",
  "docs/guides/start.md": "# Start\n\n![door](../images/door.png)\n",
  "docs/images/door.png": "not really",
};

test("a sound change passes every check, and each check has its row", async () => {
  const report = await reportOn(docs, { "docs/index.md": "# Home\n\n[keys](/guides/keys)\n" });
  expect(report.broken).toEqual([]);
  expect(report.checks).toHaveLength(9);
  expect(report.checks.every((check) => check.passed && check.findings.length === 0)).toBe(true);
});

test("what was broken before does not count against a change, wherever its lines went", async () => {
  const bad = "# Old\n\n[x](gone.md) [y](#nowhere) ![z](none.png)\n\n```\nno language\n```\n";
  const base = { ...docs, "docs/guides/start.md": bad };
  const report = await reportOn(base, { "docs/guides/start.md": `# New title\n\nMore.\n\n${bad}` });
  expect(report.broken).toEqual([]);
  expect(report.knownBefore).toBe(4);
  const untouched = await reportOn(base, { "docs/index.md": `${docs["docs/index.md"]}\nMore.\n` });
  expect(untouched.broken).toEqual([]);
});

test("a page that is removed breaks the links of pages that the change left alone", async () => {
  const found = await broken(docs, { "docs/guides/keys.md": null });
  expect(found).toEqual([
    "navigation docs/docs.json:8 the navigation names guides/keys, which is no page; the change removed it, so take the entry out",
    "link docs/index.md:3 there is no page /guides/keys any more, the change removed it; link to another, or take the link out",
  ]);
});

test("a heading that is renamed breaks links to it from other pages", async () => {
  const renamed = docs["docs/guides/keys.md"].replace("## Create a key", "## Create an API key");
  expect(await broken(docs, { "docs/guides/keys.md": renamed })).toEqual([
    "anchor docs/index.md:3 docs/guides/keys.md has no heading #create-a-key; did you mean #create-an-api-key?",
  ]);
});

test("an image that is removed breaks the pages that show it", async () => {
  expect(await broken(docs, { "docs/images/door.png": null })).toEqual([
    "image docs/guides/start.md:3 there is no file ../images/door.png; add it, or correct the path",
  ]);
});

test("links and entries that mean a moved page say where it is now", async () => {
  const moved = {
    "docs/guides/keys.md": null,
    "docs/admin/api-keys.md": docs["docs/guides/keys.md"],
    "docs/docs.json": navigation("index", "admin/api-keys", "guides/start"),
  };
  const link = "link docs/index.md:3 there is no page /guides/keys; it is at /admin/api-keys now";
  expect(await broken(docs, moved)).toEqual([link]);
  const entry =
    "navigation docs/docs.json:8 the navigation names guides/keys, which is no page; it is admin/api-keys now";
  const { "docs/docs.json": _, ...alone } = moved;
  const unlisted = expect.stringMatching(/^unlisted docs\/admin\/api-keys.md:1 /);
  expect(await broken(docs, alone)).toEqual([unlisted, entry, link]);
});

test("a moved page takes its old faults along, also when some of its lines changed on the way", async () => {
  const old = "# Old\n\nOne.\n\nTwo.\n\nThree.\n\n[x](gone.md)\n\n[y](keys.md)\n";
  const base = { ...docs, "docs/guides/start.md": old };
  const listed = { "docs/docs.json": navigation("index", "guides/keys", "new/start") };
  const index = { "docs/index.md": "# Home\n\n[keys](/guides/keys#create-a-key)\n" };
  const edits = { "docs/guides/start.md": null, ...listed, ...index };
  expect(await broken(base, { ...edits, "docs/new/start.md": old })).toEqual([
    "link docs/new/start.md:11 there is no page keys.md; it is at ../guides/keys.md now",
  ]);
  const repaired = old
    .replace("keys.md", "../guides/keys.md")
    .replace("gone.md", "../guides/gone.md");
  const report = await reportOn(base, { ...edits, "docs/new/start.md": repaired });
  expect(report.broken).toEqual([]);
  expect(report.knownBefore).toBe(1);
});

test("a new page has to be in the navigation unless its front matter hides it", async () => {
  expect(await broken(docs, { "docs/guides/new.md": "# New\n" })).toEqual([
    "unlisted docs/guides/new.md:1 the navigation does not list this page; add guides/new to docs/docs.json, or hide the page in its front matter",
  ]);
  const hidden = { "docs/guides/new.md": "---\nhidden: true\n---\n\n# New\n" };
  expect(await broken(docs, hidden)).toEqual([]);
  const listed = navigation("index", "guides/keys", "guides/start", "guides/new");
  const both = { "docs/guides/new.md": "# New\n", "docs/docs.json": listed };
  expect(await broken(docs, both)).toEqual([]);
  const { "docs/docs.json": _, ...plain } = docs;
  expect(await broken(plain, { "docs/guides/new.md": "# New\n" })).toEqual([]);
});

test("a page loses its last way to readers only when neither navigation nor links are left", async () => {
  const without = { "docs/docs.json": navigation("index", "guides/keys") };
  const index = { "docs/index.md": "# Home\n\n[keys](/guides/keys#create-a-key)\n" };
  expect(await broken(docs, without)).toEqual([]);
  const orphan =
    "orphan docs/guides/start.md:1 neither the navigation nor a link leads to this page; add guides/start to docs/docs.json, link to it, or remove it";
  expect(await broken(docs, { ...without, ...index })).toEqual([orphan]);
  const linkedOnly = { ...docs, ...without };
  expect(await broken(linkedOnly, index)).toEqual([orphan]);
  const linkedElsewhere = {
    ...linkedOnly,
    "docs/guides/keys.md": `${docs["docs/guides/keys.md"]}\n[s](start)\n`,
  };
  expect(await broken(linkedElsewhere, index)).toEqual([]);
});

test("files beside the docs are checked when they change", async () => {
  const base = { ...docs, "README.md": "# Top\n\n[docs](docs/index.md)\n" };
  expect(await broken(base, { "README.md": "# Top\n\n[docs](docs/start.md)\n" })).toEqual([
    "link README.md:3 there is no page docs/start.md; did you mean docs/guides/start.md?",
  ]);
});

test("a report of very many findings is cut, and counts the rest", async () => {
  const page = Array.from({ length: 300 }, (_, index) => `[x](gone-${index}.md)\n`).join("\n");
  const report = await reportOn(docs, { "docs/guides/start.md": page });
  const links = report.checks.find((check) => check.name === "Links lead to pages that exist");
  expect(links?.findings).toHaveLength(51);
  expect(links?.findings.at(-1)).toBe("and 250 more");
  expect(report.broken).toHaveLength(300);
});

test("a check that is called off stops", async () => {
  const overlay = await overlayOf(docs);
  const signal = AbortSignal.abort(new Error("enough"));
  const input = { before: overlay, after: overlay, docsFolder: "docs", signal };
  await expect(checkChanges(input)).rejects.toThrow("enough");
});
