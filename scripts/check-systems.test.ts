import { expect, test } from "vitest";
import { checkScripts, checkText } from "./check-systems.ts";

const scriptsOf = (command: string) =>
  checkScripts(JSON.stringify({ scripts: { start: command } }, null, 2));

test.each(["exec node bin/docent.js", "node a.js && rm -rf dist", "CI=1 node a.js", "node -e 'x'"])(
  "the script %j is refused",
  (command) => {
    expect(scriptsOf(command)).toMatchObject([{ file: "package.json", line: 3 }]);
  },
);

test.each(["node bin/docent.js serve", "node a.js && node b.js --write", "biome check --write ."])(
  "the script %j runs anywhere",
  (command) => {
    expect(scriptsOf(command)).toEqual([]);
  },
);

test("code for paths of repositories takes the rules of repositories alone", () => {
  const text = 'import { x } from "y";\nimport { join } from "node:path";\n';
  expect(checkText("src/docs/tree/a.ts", text)).toMatchObject([{ line: 2 }]);
  expect(checkText("src/docs/tree/a.ts", 'import { posix } from "node:path";')).toEqual([]);
  expect(checkText("src/ingest/sources/a.ts", text)).toEqual([]);
});

test("the address of a file is no path", () => {
  const text = 'const a = new URL("./x.js", import.meta.url).pathname;';
  expect(checkText("bin/a.js", text)).toMatchObject([{ line: 1 }]);
});
