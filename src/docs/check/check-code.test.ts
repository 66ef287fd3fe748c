import { expect, test } from "vitest";
import { memoryFiles } from "../../../test/memory-files.ts";
import { checkTree } from "./check-tree.ts";

/** What is wrong with one page, as `check line`. */
async function findingsOf(page: string, name = "page.md") {
  const findings = await checkTree(memoryFiles({ "index.md": `[p](${name})\n`, [name]: page }), "");
  return findings.filter(({ path }) => path === name).map(({ check, line }) => `${check} ${line}`);
}

test("a fence four columns deep is shown code, and the links below it are followed", async () => {
  const page = "# A\n\nAs it is written:\n\n    ```js\n    x\n\nThen [this](gone.md).\n";
  expect(await findingsOf(page)).toEqual(["link 8"]);
  expect(await findingsOf("# A\n\ntext\n    ```js\n\n[b](gone.md)\n")).toEqual(["link 6"]);
});

test("a fence four columns deep closes nothing", async () => {
  const page = "# A\n\n```md\n    ```\n[shown](gone.md)\n```\n\n[this](gone.md)\n";
  expect(await findingsOf(page)).toEqual(["link 8"]);
});

test("code inside a list item holds no links", async () => {
  expect(await findingsOf("# A\n\n- item:\n\n      [shown](gone.md)\n")).toEqual([]);
  expect(await findingsOf("# A\n\n1. item:\n\n       ```\n\n   [this](gone.md)\n")).toEqual([
    "link 7",
  ]);
  expect(await findingsOf("# A\n\n- item:\n\n    [this](gone.md)\n")).toEqual(["link 5"]);
});

test("containers move the margin: admonitions, tabs, notes and components", async () => {
  const body = "    ```js\n    [shown](gone.md)\n    ```\n\n    [this](gone.md)\n";
  for (const mark of ["!!! note", "!!! info inline end", '=== "Tab"', "<details>", "[^1]: Note"]) {
    expect(await findingsOf(`# A\n\n${mark}\n\n${body}`), mark).toEqual(["link 9"]);
  }
});

test("MDX has no indented code, so its fences open and close at any depth", async () => {
  const page = "# A\n\n        ```js\n[shown](gone.md)\n    ```\n\n    [this](gone.md)\n";
  expect(await findingsOf(page, "page.mdx")).toEqual(["link 7"]);
});

test("a directive in a fence holds text", async () => {
  const page = "# A\n\n````{note} Title\n:class: tip\n[this](gone.md)\n```js\nx\n```\n````\n";
  expect(await findingsOf(page)).toEqual(["link 5"]);
});
