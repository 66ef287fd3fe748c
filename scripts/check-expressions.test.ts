import { expect, test } from "vitest";
import { makeTree } from "../test/make-tree.ts";
import { checkExpressions } from "./check-expressions.ts";
import type { Guarded } from "./expressions/guarded.ts";

const slow = String.raw`export const trailing = /\s+$/;`;

const put = (name: string) => `\${${name}}`;

async function check(files: Record<string, string>, known: string[] = [], allowed: Guarded[] = []) {
  const { root } = await makeTree(files);
  const { faults, linear } = await checkExpressions(root, { known, allowed });
  return { faults: faults.map(({ file, line, reason }) => `${file}:${line}  ${reason}`), linear };
}

test("an expression whose time grows faster than its text is a fault wherever the product has it", async () => {
  const { faults } = await check({
    "src/a.ts": `const a = 1;\n${slow}`,
    "src/a.test.ts": slow,
    "bench/a.ts": slow,
    "web/src/a.tsx": `export const A = () => <p>{"a ".replace(/ +$/, "")}</p>;`,
    "bin/a.js": "export const a = /^a*b/;",
  });
  expect(faults).toHaveLength(2);
  expect(faults[0]).toMatch(/^src\/a\.ts:2 {2}\/\\s\+\$\/: 2nd degree polynomial on /);
  expect(faults[1]).toMatch(/^web\/src\/a\.tsx:1 {2}\/ \+\$\/: /);
});

test("an expression that is built of constants is read as it will be", async () => {
  const { faults } = await check({
    "src/a.ts": [
      'const blank = "[ \\\\t]*";',
      `export const a = new RegExp(\`${put("blank")}\\\\n${put("blank")}x\`, "g");`,
      `export const b = (name: string) => new RegExp(\`</${put("name")}\\\\s{0,20}>\`, "gi");`,
      'export const c = new RegExp([/a+/, "b+$"].map((p) => (typeof p === "string" ? p : p.source)).join("|"));',
      "export const d = (text: string) => new RegExp(text);",
    ].join("\n"),
  });
  expect(faults.map((fault) => fault.replace(/: [^:]*degree.*$/, ""))).toEqual([
    "src/a.ts:2  /[ \\t]*\\n[ \\t]*x/g",
    "src/a.ts:4  /a+|b+$/",
    "src/a.ts:5  new RegExp: is made of a text that is not written here",
  ]);
});

test("what is known costs no check, and what is no longer there is not kept", async () => {
  const { faults, linear } = await check({ "src/a.ts": slow }, ["/\\s+$/", "/b+b/"]);
  expect(faults).toEqual([]);
  expect(linear).toEqual(["/\\s+$/"]);
});

test("an exception holds for one file, and only as long as that file needs it", async () => {
  const allowed = ["src/a.ts", "src/b.ts"].map((file) => ({
    file,
    expression: "/\\s+$/",
    reason: "its text is short",
  }));
  const { faults } = await check(
    { "src/a.ts": slow, "src/b.ts": "", "src/c.ts": slow },
    [],
    allowed,
  );
  expect(faults.map((fault) => fault.slice(0, 30))).toEqual(
    ["src/c.ts:1  /\\s+$/: 2nd degree", "src/b.ts:1  no longer holds /\\s+$/"].map((fault) =>
      fault.slice(0, 30),
    ),
  );
});
