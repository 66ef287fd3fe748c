import { expect, test } from "vitest";
import { makeTree } from "../test/make-tree.ts";
import { checkDocPaths } from "./check-doc-paths.ts";

async function faultsOf(files: Record<string, string>): Promise<string[]> {
  const { root } = await makeTree(files);
  return checkDocPaths(root).map(({ file, line, reason }) => `${file}:${line}  ${reason}`);
}

test("a code span that names a missing file of ours is a fault, at its line", async () => {
  const faults = await faultsOf({
    "src/main.ts": "",
    "README.md":
      "# Docent\n\nStart at `src/main.ts:12`, in `src/`,\nnot `src/gone.ts`.\n\n| a |\n|---|\n| `bin/x` |\n",
  });
  expect(faults).toEqual([
    "README.md:4  there is no src/gone.ts",
    "README.md:8  there is no bin/x",
  ]);
});

test("placeholders, other code and fenced code are not paths", async () => {
  const faults = await faultsOf({
    "README.md":
      "`src/*.ts` `src/{name}.ts` `src/…` `docs/<page>.md` `packages/x` `docs.json` `web/dist/`\n\n```sh\ncat src/gone.ts\n```\n",
  });
  expect(faults).toEqual([]);
});

test("the script of a quoted command has to exist", async () => {
  const faults = await faultsOf({
    "scripts/test.ts": "",
    "CONTRIBUTING.md": "`node scripts/test.ts --flag` `bash .ci/run` `docent source add docs/api`",
  });
  expect(faults).toEqual(["CONTRIBUTING.md:1  there is no .ci/run"]);
});

test("relative links and their anchors have to lead somewhere", async () => {
  const faults = await faultsOf({
    LICENSE: "",
    "decisions/one.md": "# One\n\n[readme](../README.md#what-it-is) ![](gone.png)\n",
    "README.md": [
      "# Docent",
      "## What `it` is",
      "[a](LICENSE) [b](decisions/one.md#one) [c](#what-it-is) [d](https://example.com/x#y)",
      "[e](decisions/two.md)",
      "[f](decisions/one.md#two) [g](mailto:a@b.c) [h](/decisions)",
      '<a href="docs/gone.md">i</a>',
    ].join("\n"),
  });
  expect(faults).toEqual([
    "README.md:4  the link decisions/two.md leads to no file",
    "README.md:5  the link decisions/one.md#two leads to no heading of decisions/one.md",
    "README.md:6  the link docs/gone.md leads to no file",
    "decisions/one.md:3  the link gone.png leads to no file",
  ]);
});

test("repeated headings are numbered, and explicit anchors count", async () => {
  const faults = await faultsOf({
    "README.md": [
      "## Use it!\n## Use it!\n## Über _alles_ & more {#over}\n## Été 1.2",
      '<h2 id="by-hand">x</h2>\n',
      "[a](#use-it) [b](#use-it-1) [c](#over) [d](#by-hand) [e](#%C3%A9t%C3%A9-12)\n[f](#use-it-2)",
    ].join("\n\n"),
  });
  expect(faults).toEqual(["README.md:10  the link #use-it-2 leads to no heading of README.md"]);
});

test("links in docs are addresses on the site", async () => {
  const faults = await faultsOf({
    "docs/docs.json": `{"navigation":[{"pages":["index",{"pages":["guides/keys"]}]}]}`,
    "docs/images/a.png": "",
    "docs/index.mdx": [
      "---\ntitle: Start\n---",
      "[keys](/guides/keys#make-one) ![a](/images/a.png) [home](/)",
      '<Card href="/guides/gone">\n    [inside](/guides/keys#gone)\n</Card>',
    ].join("\n\n"),
    "docs/guides/keys.md": "# Keys\n\n## Make one\n\n[start](../index) [gone](/quickstart)\n",
  });
  expect(faults).toEqual([
    "docs/guides/keys.md:5  the link /quickstart leads to no file",
    "docs/index.mdx:7  the link /guides/gone leads to no file",
    "docs/index.mdx:8  the link /guides/keys#gone leads to no heading of docs/guides/keys.md",
  ]);
});

test("docs.json names exactly the pages that exist", async () => {
  const faults = await faultsOf({
    "docs/docs.json": `{"name":"x","navigation":{"tabs":[{"groups":[{"group":"G","pages":["a","b","a","GET /v1/x"]}]}]}}`,
    "docs/a.mdx": "",
    "docs/c/d.md": "",
  });
  expect(faults).toEqual([
    "docs/docs.json:1  names b, which has no file",
    "docs/docs.json:1  does not name the page c/d",
    "docs/docs.json:1  names a more than once",
  ]);
});

test("a missing or broken docs.json is a fault", async () => {
  expect(await faultsOf({ "docs/a.mdx": "" })).toEqual(["docs/docs.json:1  is missing"]);
  const broken = await faultsOf({ "docs/docs.json": "{", "docs/a.mdx": "" });
  expect(broken).toEqual([expect.stringMatching(/^docs\/docs\.json:1 {2}is not JSON: /)]);
});

test("prompts and fixtures are not checked", async () => {
  const faults = await faultsOf({
    "src/agent/run/prompt.md": "`docs/gone.md`",
    "test/fixtures/site/index.md": "[x](gone.md)",
  });
  expect(faults).toEqual([]);
});

test("hostile Markdown is checked in linear time", async () => {
  await faultsOf({ "README.md": `${"href='".repeat(50_000)}\n\n# ${"{#a".repeat(50_000)}\n` });
});
