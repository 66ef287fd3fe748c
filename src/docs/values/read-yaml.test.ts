import { expect, test } from "vitest";
import { growthOf } from "../../../test/growth/growth-of.ts";
import { plainYaml } from "./plain-yaml.ts";
import { readYaml } from "./read-yaml.ts";

const limits = { maxAliases: 100, maxValues: 1_000 };
const plainOf = (text: string, merge = false) =>
  plainYaml(readYaml(text, { schema: "core", merge }), limits);

test("texts, numbers, lists and maps are read as they are written", () => {
  const text = "a: 1\nb: [x, true, ~]\n? c\n: {d: 'e', 2: f}\ng: |\n  h\n  i\n";
  expect(plainOf(text)).toEqual({ a: 1, b: ["x", true, null], c: { d: "e", 2: "f" }, g: "h\ni\n" });
});

test("an alias stands for the value of the anchor before it", () => {
  expect(plainOf("a: &x [1]\nb: *x\nc: &x 2\nd: *x\n")).toEqual({ a: [1], b: [1], c: 2, d: 2 });
  expect(() => plainOf("a: *x\n")).toThrow("Unresolved alias");
  expect(() => plainOf("a: &x [*x]\n")).toThrow("Unresolved alias");
});

test("a merge fills in what a map does not say itself", () => {
  const text = "a: &a {x: 1, y: 1}\nb:\n  x: 2\n  <<: *a\nc:\n  <<: [*a, {z: 3}]\n  y: 4\n";
  const merged = { a: { x: 1, y: 1 }, b: { x: 2, y: 1 }, c: { x: 1, y: 4, z: 3 } };
  expect(plainOf(text, true)).toEqual(merged);
  expect(plainOf("<<: 1\n")).toEqual({ "<<": 1 });
});

test("aliases that stand for very much in few words are refused", () => {
  const lines = Array.from({ length: 20 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}]`);
  expect(() => plainOf(["a0: &a0 x", ...lines].join("\n"))).toThrow("too many values");
  const merges = `a: &a {${Array.from({ length: 90 }, (_, n) => `k${n}: 1`)}}\n`;
  expect(() => plainOf(merges + "b: {<<: *a}\n".repeat(20), true)).toThrow("too many values");
});

test("a key that reaches a prototype is a key like others", () => {
  const value = plainOf("__proto__: {x: 1}\n");
  expect(Object.keys(Object(value))).toEqual(["__proto__"]);
  expect(Object(value).x).toBeUndefined();
});

test("a key that is a list, a map or an alias is a fault with its place", () => {
  for (const text of ["a: 1\n? - b\n: c\n", "a: 1\n{b: [c]}: d\n", "a: &x 1\n*x : d\n"]) {
    const [fault] = readYaml(text).errors;
    expect(fault?.message).toContain("A key has to be a text");
    expect(fault?.linePos?.[0].line).toBe(2);
  }
});

test("a template that is not filled in can be read", () => {
  expect(readYaml("title: {{ replace .Name }}\n").errors).toEqual([]);
});

test("depth that nobody writes is a fault", () => {
  const [fault] = readYaml("- ".repeat(1_000)).errors;
  expect(fault?.message).toContain("deeper than 200 levels");
  expect(readYaml(`${"[".repeat(100)}${"]".repeat(100)}`).errors).toEqual([]);
});

test("of very many faults the first are told, with their places", () => {
  const { errors } = readYaml(`a: 1\nb: ${"]".repeat(10_000)}`);
  expect(errors.length).toBeLessThanOrEqual(20);
  expect(errors[0]?.message).toContain("at line 2, column 4");
});

test.each(["? ", "]", "}", "- ? ", "? - ", "{{", '"', "!t ", "&a ", "*a "])(
  "the time for many %j grows as the text does",
  async (token) => {
    const text = { name: token, of: (length: number) => `a: ${token.repeat(length)}` };
    const read = (own: string) => {
      const document = readYaml(own, { schema: "core" });
      return document.errors.length > 0 || plainYaml(document, limits);
    };
    const { fault } = await growthOf(read, text, { lengths: [20, 80, 320, 1_280, 5_120] });
    expect(fault).toBeUndefined();
  },
);
