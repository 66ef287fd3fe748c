import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { check } from "../../../test/check-terminal.ts";
import { makeRepository, type TestRepository } from "../../../test/make-repository.ts";

async function writeFiles(repository: TestRepository, files: Record<string, string>) {
  for (const [path, content] of Object.entries(files)) {
    const place = join(repository.folder, "tree", path);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, content);
  }
}

const docs = {
  "docs/index.md": "# Home\n\n[keys](keys.md)\n",
  "docs/keys.md": "# Keys\n",
  ".gitignore": "ignored/\n",
};

test("a sound work tree ends with 0 and says how much was looked at", async () => {
  const { folder } = await makeRepository(docs, { workTree: true });
  expect(await check(join(folder, "tree"))).toEqual({
    code: 0,
    stdout: "Everything is fine: 2 pages, 1 link.\n",
    stderr: "",
  });
});

test("files that nobody has committed count, deleted and ignored ones do not", async () => {
  const repository = await makeRepository(docs, { workTree: true });
  await writeFiles(repository, {
    "docs/new.md": "# New\n\n[a](gone.md) [b](keys.md#none)\n",
    "docs/index.md": "# Home\n\n[x](nowhere.md)\n",
    "docs/ignored/a.md": "[x](nowhere.md)\n",
  });
  const { code, stdout } = await check(join(repository.folder, "tree"));
  expect(code).toBe(1);
  expect(stdout).toBe(`Links to pages that are not there
  docs/index.md:3 there is no page nowhere.md; link to a page that is there, or add this one
  docs/new.md:3 there is no page gone.md; link to a page that is there, or add this one

Links to headings that are not there
  docs/new.md:3 docs/keys.md has no heading #none; link to one that is there, such as #keys

3 findings in 2 pages.
`);
});

test("a branch of a bare repository is checked, alone or against a base", async () => {
  const repository = await makeRepository({ ...docs, "docs/old.md": "[x](long-gone.md)\n" });
  await repository.commit("topic", { "docs/keys.md": null }, "refs/heads/main");
  await repository.commit("main", { "docs/later.md": "[x](on-main.md)\n" });
  const whole = await check("--ref", "topic", repository.path);
  expect(whole.code).toBe(1);
  expect(whole.stdout).toContain("docs/old.md:1 there is no page long-gone.md");
  expect(whole.stdout).toContain("docs/index.md:3 there is no page keys.md");
  const branch = await check("--ref", "topic", "--base", "main", repository.path);
  expect(branch.code).toBe(1);
  expect(branch.stdout).not.toContain("long-gone.md");
  expect(branch.stdout).not.toContain("on-main.md");
  expect(branch.stdout).toContain("docs/index.md:3 there is no page keys.md");
  expect((await check("--ref", "main", "--base", "main", repository.path)).code).toBe(0);
  expect((await check(repository.path)).stdout).toContain("on-main.md");
});

test("a folder below the top, or --docs, says which pages are the docs", async () => {
  const files = { ...docs, "other/a.md": "[x](gone.md)\n" };
  const { folder } = await makeRepository(files, { workTree: true });
  expect((await check(join(folder, "tree"))).code).toBe(0);
  expect((await check(join(folder, "tree/other"))).code).toBe(1);
  expect((await check("--docs", "other", join(folder, "tree"))).code).toBe(1);
  expect((await check("--docs", "./docs/", join(folder, "tree"))).code).toBe(0);
});

test("JSON has one stable shape", async () => {
  const repository = await makeRepository({ "docs/a.md": "# A\n\n[x](gone.md)\n" });
  const { code, stdout } = await check("--format", "json", repository.path);
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    docsFolder: "docs",
    pages: 1,
    links: 1,
    knownBefore: 0,
    findings: [
      {
        check: "link",
        level: "error",
        path: "docs/a.md",
        line: 3,
        message: "there is no page gone.md; link to a page that is there, or add this one",
      },
    ],
    remarks: [],
  });
});

const sarif = z.strictObject({
  $schema: z.url(),
  version: z.literal("2.1.0"),
  runs: z.array(
    z.strictObject({
      tool: z.strictObject({
        driver: z.strictObject({
          name: z.literal("Docent"),
          semanticVersion: z.string(),
          rules: z.array(
            z.strictObject({
              id: z.string(),
              shortDescription: z.strictObject({ text: z.string().min(1) }),
              defaultConfiguration: z.strictObject({ level: z.enum(["error", "warning"]) }),
            }),
          ),
        }),
      }),
      columnKind: z.literal("utf16CodeUnits"),
      invocations: z.tuple([
        z.strictObject({
          executionSuccessful: z.literal(true),
          toolExecutionNotifications: z.tuple([]),
        }),
      ]),
      results: z.array(
        z.strictObject({
          ruleId: z.string(),
          ruleIndex: z.int(),
          level: z.enum(["error", "warning"]),
          message: z.strictObject({ text: z.string().min(1) }),
          locations: z.array(
            z.strictObject({
              physicalLocation: z.strictObject({
                artifactLocation: z.strictObject({
                  uri: z.string(),
                  uriBaseId: z.literal("%SRCROOT%"),
                }),
                region: z.strictObject({ startLine: z.int().min(1) }),
              }),
            }),
          ),
        }),
      ),
    }),
  ),
});

test("SARIF names rules, levels and places that exist", async () => {
  const files = { "docs/odd name #1.md": "# A\n\n[x](gone.md)\n\n```js\nopen\n" };
  const repository = await makeRepository(files);
  const { code, stdout } = await check("--format", "sarif", repository.path);
  expect(code).toBe(1);
  const [first] = sarif.parse(JSON.parse(stdout)).runs;
  const rules = first?.tool.driver.rules ?? [];
  expect(first?.results.map(({ ruleId, ruleIndex }) => rules[ruleIndex]?.id === ruleId)).toEqual([
    true,
    true,
  ]);
  const places = first?.results.flatMap(({ level, locations }) =>
    locations.map(({ physicalLocation: { artifactLocation, region } }) => [
      level,
      artifactLocation.uri,
      region.startLine,
    ]),
  );
  expect(places).toEqual([
    ["error", "docs/odd%20name%20%231.md", 3],
    ["warning", "docs/odd%20name%20%231.md", 5],
  ]);
  const clean = await makeRepository(docs);
  const { results } = sarif.parse(JSON.parse((await check("--format", "sarif", clean.path)).stdout))
    .runs[0] ?? { results: undefined };
  expect(results).toEqual([]);
});

test.each([
  [["--format", "xml"], '--format takes text, json or sarif, not "xml"'],
  [["--nothing"], "has no flag --nothing"],
  [["a", "b"], 'does not take "b"'],
  [["--ref", "nowhere", "REPOSITORY"], 'has no branch "nowhere"'],
  [["--base", "--help", "REPOSITORY"], "needs a value after --base"],
  [["--base=--help", "REPOSITORY"], 'has no branch "--help"'],
  [["--docs", "../out", "REPOSITORY"], "must stay inside the repository"],
  [["--docs", "none", "REPOSITORY"], "There is no folder none"],
  [["/nowhere/at/all"], "There is no folder /nowhere/at/all."],
  [["/"], "/ is in no git repository"],
  [["REPOSITORY/HEAD"], "is no folder"],
  [["--ref", "main", "REPOSITORY/HEAD"], "is no folder"],
  [["REPOSITORY/none\n::error::x"], "none\\n::error::x."],
])("docent check %j ends with 2 and one sentence", async (argv, reason) => {
  const { path } = await makeRepository(docs);
  const given = argv.map((word) => word.replace(/^REPOSITORY/, path));
  const { code, stdout, stderr } = await check(...given);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^docent: [^\n]+\n$/);
  expect(stderr).toContain(reason);
});

test("warnings fail a check only where it is strict", async () => {
  const { path } = await makeRepository({ "docs/a.md": "# A\n\n```js\nopen\n" });
  expect(await check(path)).toMatchObject({ code: 0 });
  expect((await check(path)).stdout).toContain("1 finding in 1 page, 1 of them a warning.");
  expect(await check("--strict", path)).toMatchObject({ code: 1 });
});

test("a cache gives the same findings, and one that is stale or hostile is not used", async () => {
  const { folder } = await makeRepository(
    { "docs/a.md": "# A\n\n[x](gone.md)\n", "docs/b.mdx": "# B\n\n<A>\n" },
    { workTree: true },
  );
  const file = join(folder, "cache.json");
  const tree = join(folder, "tree");
  const plain = await check(tree);
  expect(await check("--cache", file, tree)).toEqual(plain);
  const written = JSON.parse(await readFile(file, "utf8"));
  expect(written.pages).toHaveLength(2);
  expect(await check("--cache", file, tree)).toEqual(plain);
  const emptied = written.pages.map(([key, facts]: [string, object]) => [
    key,
    { ...facts, links: [], faults: [] },
  ]);
  await writeFile(file, JSON.stringify({ ...written, pages: emptied }));
  expect((await check("--cache", file, tree)).code).toBe(0);
  for (const text of [
    "no JSON",
    JSON.stringify({ version: "0", pages: emptied }),
    JSON.stringify({ ...written, pages: [[emptied[0][0], { ...emptied[0][1], links: [{}] }]] }),
  ]) {
    await writeFile(file, text);
    expect(await check("--cache", file, tree)).toEqual(plain);
  }
  await rm(file);
  await mkdir(file);
  const kept = await check("--cache", file, tree);
  expect(kept).toMatchObject({ code: 1, stdout: plain.stdout });
  expect(kept.stderr).toContain("The cache was not written");
});

test("links of a work tree to files elsewhere are not followed", async () => {
  const files = {
    ...docs,
    "docs/secret.md": { mode: "120000", content: "/etc/hostname" },
  };
  const { folder } = await makeRepository(files, { workTree: true });
  expect(await check(join(folder, "tree"))).toMatchObject({ code: 0 });
});

test("the help shows how to check in CI", async () => {
  const { code, stdout } = await check("--help");
  expect(code).toBe(0);
  expect(stdout).toContain("Usage: docent check [flags] [PATH]");
  expect(stdout).toContain("docent check --base origin/main --format sarif");
});
