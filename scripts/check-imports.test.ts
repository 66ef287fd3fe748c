import { expect, test } from "vitest";
import { makeTree } from "../test/make-tree.ts";
import { checkImports } from "./check-imports.ts";

async function faultsOf(files: Record<string, string>): Promise<string[]> {
  const { root } = await makeTree(files);
  return checkImports(root).map(({ file, line, reason }) => `${file}:${line}  ${reason}`);
}

test("imports from the own folder and from rows below are accepted", async () => {
  const faults = await faultsOf({
    "src/main.ts": `import "./config/read-config.ts";\nimport "./http/app.ts";\nimport "./lib/ids.ts";`,
    "src/config/read-config.ts": `import "../lib/ids.ts";\nimport "../contract/error.ts";`,
    "src/http/app.ts": `import "./routes/jobs.ts";\nimport "../store/keys.ts";\nimport "hono";`,
    "src/http/routes/jobs.ts": `import "../sse.ts";\nimport "../../agent/create-job.ts";`,
    "src/lib/ids.ts": `import type { Id } from "../contract/ids.ts";\nexport const version = "../x";`,
  });
  expect(faults).toEqual([]);
});

test("an upward import is a fault, at its line", async () => {
  const faults = await faultsOf({
    "src/store/keys.ts": `import "./database.ts";\n\nimport "../keys/create-key.ts";`,
  });
  expect(faults).toEqual(["src/store/keys.ts:3  src/store imports upward from src/keys"]);
});

test("a sideways import is a fault, also between http and cli", async () => {
  const faults = await faultsOf({
    "src/cli/serve.ts": `import { createApp } from "../http/app.ts";`,
    "src/agent/run-job.ts": `import { answer } from "../assistant/answer.ts";`,
  });
  expect(faults).toEqual([
    "src/agent/run-job.ts:1  src/agent imports sideways from src/assistant",
    "src/cli/serve.ts:1  src/cli imports sideways from src/http",
  ]);
});

test("type imports, re-exports, dynamic imports and import types count as imports", async () => {
  const faults = await faultsOf({
    "src/lib/a.ts": `import type { A } from "../git/git.ts";`,
    "src/lib/b.ts": `export const b = 1;\nexport { git } from "../git/git.ts";`,
    "src/lib/c.ts": `export const c = () => import("../git/git.ts");`,
    "src/lib/d.ts": `export type D = typeof import("../git/git.ts");`,
    "src/lib/e.ts": `export const e = 1;\nexport * from "../git/git.ts";`,
  });
  expect(faults.map((fault) => fault.slice(0, 14))).toEqual([
    "src/lib/a.ts:1",
    "src/lib/b.ts:2",
    "src/lib/c.ts:1",
    "src/lib/d.ts:1",
    "src/lib/e.ts:2",
  ]);
});

test("import statements inside comments, strings and templates are not imports", async () => {
  const faults = await faultsOf({
    "src/lib/a.ts": `// import "../git/git.ts";\nexport const a = 'import "../git/git.ts"';`,
    "src/lib/b.ts": "export const b = `\nimport '../git/git.ts';\n`;",
  });
  expect(faults).toEqual([]);
});

test("only main.ts imports read-config.ts", async () => {
  const faults = await faultsOf({
    "src/http/app.ts": `import { readConfig } from "../config/read-config.ts";`,
    "src/config/read-config.ts": `import "../text/stem.ts";`,
    "scripts/print.ts": `import "../src/config/read-config.ts";`,
    "test/harness.ts": `import "../src/config/read-config.ts";`,
  });
  expect(faults).toEqual([
    "src/http/app.ts:1  in src/ only src/main.ts imports src/config/read-config.ts",
  ]);
});

test("source files import nothing from test, bench, web or scripts", async () => {
  const faults = await faultsOf({
    "src/lib/a.ts": `import "../../test/harness.ts";\nimport "../../bench/run.ts";`,
    "src/lib/b.ts": `import "../../web/src/api.ts";\nimport "../../scripts/fault.ts";`,
  });
  expect(faults).toEqual([
    "src/lib/a.ts:1  only tests import test/",
    "src/lib/a.ts:2  nothing imports bench/",
    "src/lib/b.ts:1  src/ imports web/src/api.ts, which is outside src/",
    "src/lib/b.ts:2  src/ imports scripts/fault.ts, which is outside src/",
  ]);
});

test("test files import anything in src and test, but not bench", async () => {
  const faults = await faultsOf({
    "src/lib/ids.test.ts": `import "../http/app.ts";\nimport "../../test/harness.ts";`,
    "src/lib/log.test.ts": `import "../../bench/run.ts";`,
  });
  expect(faults).toEqual(["src/lib/log.test.ts:1  nothing imports bench/"]);
});

test("web imports contract and itself only", async () => {
  const faults = await faultsOf({
    "web/src/api.ts": `import "../../src/contract/keys.ts";\nimport "./ui/button.tsx";`,
    "web/src/page.tsx": `import "../../src/lib/ids.ts";\nexport const Page = () => <p />;`,
  });
  expect(faults).toEqual([
    "web/src/page.tsx:1  web/ imports src/lib/ids.ts; it may import src/contract/ only",
  ]);
});

test("an import without a file ending is a fault", async () => {
  const faults = await faultsOf({
    "src/lib/a.ts": `import "./b";\nimport "./c.js";\nimport "./data.json";`,
  });
  expect(faults).toEqual([
    "src/lib/a.ts:1  ./b does not name a file with its ending",
    "src/lib/a.ts:2  ./c.js does not name a file with its ending",
  ]);
});

test("a file that only re-exports is a fault", async () => {
  const faults = await faultsOf({
    "src/lib/index.ts": `export { newId } from "./ids.ts";\nexport * from "./clock.ts";`,
    "src/lib/all.ts": `import { newId } from "./ids.ts";\nexport { newId };`,
    "src/lib/ids.ts": `export type { Id } from "../contract/ids.ts";\nexport const newId = 1;`,
  });
  expect(faults).toEqual([
    "src/lib/all.ts:1  only re-exports (a barrel file)",
    "src/lib/index.ts:1  only re-exports (a barrel file)",
  ]);
});

test("a folder without a row and a file that does not parse are faults", async () => {
  const faults = await faultsOf({
    "src/helpers/a.ts": "export const a = 1;",
    "src/lib/broken.ts": "export const = ;",
  });
  expect(faults).toEqual([
    "src/helpers/a.ts:1  has no row in the import order",
    expect.stringMatching(/^src\/lib\/broken\.ts:1 {2}does not parse: /),
  ]);
});

test("files that import each other are a fault, types included", async () => {
  const faults = await faultsOf({
    "src/lib/a.ts": `import type { B } from "./b.ts";\nexport type A = 1;`,
    "src/lib/b.ts": `import type { C } from "./c.ts";\nexport type B = 1;`,
    "src/lib/c.ts": `import type { A } from "./a.ts";\nexport type C = 1;`,
    "src/lib/d.ts": `import type { A } from "./a.ts";\nexport type D = 1;`,
  });
  expect(faults).toEqual([
    "src/lib/a.ts:1  is in a ring of imports: src/lib/a.ts, src/lib/b.ts, src/lib/c.ts",
  ]);
});
