import { expect, test } from "vitest";
import { makeTree } from "../test/make-tree.ts";
import { checkNames } from "./check-names.ts";

async function faultsOf(files: Record<string, string>): Promise<string[]> {
  const { root } = await makeTree(files);
  return checkNames(root).map(({ file, line, reason }) => `${file}:${line}  ${reason}`);
}

test("a generator is named in its own folder and in tests only", async () => {
  const faults = await faultsOf({
    "src/docs/site/mkdocs/mkdocs.ts": "// MkDocs keeps its pages in docs/.",
    "src/docs/check/check-links.test.ts": "// as Hugo does",
    "src/docs/check/check-links.ts": "export const a = 1;\n// as VitePress has it",
    "src/agent/run/prompt.md": "Edit the mkdocs.yml.",
    "src/lib/hugonot.ts": "export const hugonot = 1;",
  });
  expect(faults).toEqual([
    "src/agent/run/prompt.md:1  names mkdocs; only src/docs/site/ knows generators",
    "src/docs/check/check-links.ts:2  names VitePress; only src/docs/site/ knows generators",
  ]);
});

test("a metaphor is a fault in a file name, an identifier and a comment", async () => {
  const faults = await faultsOf({
    "src/agent/open-desk.ts": "export const a = 1;",
    "src/agent/run.ts": "export type PlanDesk = 1;\nexport const screenshot = 1;",
    "src/agent/loop.ts": "// The judge decides.",
  });
  expect(faults).toEqual([
    'src/agent/loop.ts:1  "judge" is no plain word',
    'src/agent/open-desk.ts:1  "desk" is no plain word',
    'src/agent/run.ts:1  "desk" is no plain word',
  ]);
});

test("one file name stands for one thing, in whatever layers it is seen", async () => {
  const faults = await faultsOf({
    "src/contract/keys.ts": "",
    "src/http/routes/keys.ts": "",
    "src/store/access/keys.ts": "",
    "src/keys/keys.ts": "",
    "src/agent/fence.ts": "",
    "src/docs/page/fence.ts": "",
    "src/docs/page/fence.test.ts": "",
  });
  expect(faults).toEqual([
    "src/agent/fence.ts:1  the name fence.ts is also at src/docs/page/fence.ts",
  ]);
});
