import { expect, test } from "vitest";
import { readToml } from "./read-toml.ts";

test.each([
  ["params = { toc = true, depth = 2 }", { params: { toc: true, depth: 2 } }],
  ["tags = [\n  'a', # the first\n  'b',\n]", { tags: ["a", "b"] }],
  ['text = """\na\\tb \\\n   c"""', { text: "a\tb c" }],
  ['face = "\\U0001F600"', { face: "😀" }],
  ['"quoted key" = 1\na.b = 2', { "quoted key": 1, a: { b: 2 } }],
  ["[[menu]]\nname = 'x'\n[[menu]]\nname = 'y'", { menu: [{ name: "x" }, { name: "y" }] }],
  [
    "a = 2024-01-02\nb = 2024-01-02T03:04:05+02:00",
    { a: "2024-01-02", b: "2024-01-02T03:04:05+02:00" },
  ],
  ["a = 123456789012345678901".slice(0, 20), { a: 1234567890123456 }],
  ["a = 9007199254740993", { a: 9007199254740992 }],
])("%j is read", (text, values) => {
  expect(readToml(text)).toEqual({ values });
});

test("what is no TOML has the line of its fault", () => {
  expect(readToml("a = 1\n\nwhat is this\n")).toEqual({ fault: 3 });
  expect(readToml("a = 1\na = 2")).toEqual({ fault: 2 });
});

test("keys cannot reach a prototype", () => {
  expect(readToml("__proto__.x = 1\n[a.__proto__]\nz = 1")).toEqual({ values: { a: {} } });
  expect(Reflect.get({}, "z")).toBeUndefined();
});

const many = 100_000;
test.each([
  ["lists", `a = ${"[".repeat(many)}`],
  ["tables in tables", `a = ${"{a=".repeat(many / 3)}`],
  ["dots", `a${".a".repeat(many / 2)} = 1`],
  ["items", `a = [${"1,".repeat(many / 2)}]`],
  ["quotes", `a = """${'"'.repeat(many)}`],
  ["headers", "[[a]]\n".repeat(many / 6)],
  ["length", "#".repeat(1_000_000)],
])("a hostile text of %s is read or refused at once", (_, text) => {
  expect(readToml(text)).toBeDefined();
});
