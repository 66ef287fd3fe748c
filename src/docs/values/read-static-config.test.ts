import { describe, expect, test } from "vitest";
import { readStaticConfig } from "./read-static-config.ts";
import { isCall, isComputed, type StaticValue, textOf, unwrapCalls } from "./static-value.ts";

/** Maps as plain objects, `computed` as its line, calls as name and argument: easy to compare. */
function shown(value: StaticValue): unknown {
  if (value instanceof Map) {
    return Object.fromEntries([...value].map(([key, held]) => [`${key}`, shown(held)]));
  }
  if (Array.isArray(value)) return value.map(shown);
  if (isComputed(value)) return `computed ${value.line}`;
  return isCall(value) ? { [`${value.name}()`]: shown(value.argument) } : (textOf(value) ?? value);
}

function read(text: string, files: Record<string, string> = {}, name = "config.ts"): unknown {
  return shown(unwrapCalls(readStaticConfig(text, name, new Map(Object.entries(files)))));
}

describe("what is written out", () => {
  test("literals, arrays and objects are read", () => {
    const text = `export default { a: 'x', "b-c": [1, -2, true, null, undefined], 3: \`y\`, ['k']: {} }`;
    expect(read(text)).toEqual({ a: "x", "b-c": [1, -2, true, null, undefined], 3: "y", k: {} });
  });

  test("constants, shorthands, members and spreads are followed", () => {
    const text = `
      const base = { a: 1, deep: { b: "two" } };
      const items = ["p", ...["q"]];
      export default { ...base, items: [...items, "r"], b: base.deep.b, base }`;
    expect(read(text)).toMatchObject({ a: 1, items: ["p", "q", "r"], b: "two", base: { a: 1 } });
  });

  test("texts are put together", () => {
    const text = `const v = 'v2'; export default ['/' + v + '/a', \`/\${v}/b\`]`;
    expect(read(text)).toEqual(["/v2/a", "/v2/b"]);
  });

  test("module.exports is an export", () => {
    expect(read("/** x */ const config = { a: 1 };\nmodule.exports = config;", {}, "c.js")).toEqual(
      {
        a: 1,
      },
    );
  });

  test("a function that returns an object is that object", () => {
    const body = "const title = 'T'; return { title };";
    expect(read(`module.exports = async function make() { ${body} }`)).toEqual({ title: "T" });
    expect(read(`export default defineConfig(async () => { ${body} })`)).toEqual({ title: "T" });
    expect(
      read(
        `export default (): Config => ({ a: items() });\nfunction items(): I[] { return ['x'] }`,
      ),
    ).toEqual({ a: ["x"] });
  });

  test("wrappers around a configuration are opened", () => {
    expect(read("export default withMermaid(defineConfig<Theme.Config>({ a: 1 }))")).toEqual({
      a: 1,
    });
    expect(read("export default { list: [starlight({ a: 1 })] }")).toEqual({
      list: [{ "starlight()": { a: 1 } }],
    });
  });

  test("types are stepped over", () => {
    const text = `
      import type { Config } from 'x';
      interface Extra { a: string }
      type Two<T> = { [key: string]: T } | Map<string, Array<T>>;
      const label: string = 'L' as const;
      const list: Array<Record<string, Config>> = [{ a: 1 as number, b: 'x' satisfies Two<string>, c: label! }];
      export default { list } satisfies Config`;
    expect(read(text)).toEqual({ list: [{ a: 1, b: "x", c: "L" }] });
  });

  test("the default after a value of the environment counts", () => {
    expect(read("export default { base: process.env.BASE ?? '/docs/', x: process.env.X }")).toEqual(
      {
        base: "/docs/",
        x: "computed 1",
      },
    );
  });
});

describe("other files", () => {
  test("relative imports of given files are followed", () => {
    const files = {
      ".vitepress/sidebar.ts": "export const guide = ['a'];\nexport default { api: guide };",
      ".vitepress/locales/en.mts": "export { en as default };\nconst en = 'English';",
      ".vitepress/data.json": '{"n": 1}',
    };
    const text = `
      import sidebar, { guide as first } from './sidebar'
      import en from "./locales/en.mjs"
      import * as all from './sidebar.js'
      export default { sidebar, first, en, one: all.guide, data: require('./data.json') }`;
    expect(read(text, files, ".vitepress/config.mts")).toEqual({
      sidebar: { api: ["a"] },
      first: ["a"],
      en: "English",
      one: ["a"],
      data: { n: 1 },
    });
  });

  test("paths of other files stay paths", () => {
    const text = `module.exports = { a: require.resolve('./side.js'), b: path.join(__dirname, 'x', 'y.js') }`;
    expect(read(text)).toEqual({ a: "./side.js", b: "x/y.js" });
  });

  test("packages, files that were not given and circles are computed", () => {
    const files = { "b.ts": "import a from './config'; export default a;" };
    const text =
      "import b from './b'\nimport c from 'pkg'\nimport d from './d'\nexport default { b, c, d }";
    expect(read(text, files)).toMatchObject({ c: "computed 4", d: "computed 4" });
  });
});

describe("what only running would tell", () => {
  test("is computed, with its line", () => {
    const text = `export default {
      a: read('x').b,
      b: fs.readFileSync('/etc/passwd'),
      c: on ? 'x' : 'y',
      d: [1].map((x) => x),
      e: /(a+)+$/.exec('aaaa'),
      f: \`\${process.cwd()}/x\`,
      g: new Date(),
      h: 1 + await import('x'),
      i: a && { b: 1 },
    }`;
    const expected = [..."abcdefghi"].map((key, index) => [key, `computed ${index + 2}`]);
    expect(read(text)).toEqual(Object.fromEntries(expected));
  });

  test("parameters and variables that may change are not taken for constants", () => {
    const text = "const x = 'outer'; let y = 'y'; export default { f: ((x) => x)('z'), y, x }";
    expect(read(text)).toEqual({ f: "computed 1", y: "computed 1", x: "outer" });
  });

  test("an empty list that code fills is not an empty list", () => {
    const text = "const items = [];\nitems.push('a');\nexport default { items }";
    expect(read(text)).toEqual({ items: "computed 1" });
  });

  test("getters, methods and spreads of unknown things leave the rest readable", () => {
    const text =
      "export default { get a() { return 1 }, b() {}, async *c() {}, ...x, d: [...x, 1], e: 2 }";
    expect(read(text)).toMatchObject({ e: 2, "...": "computed 1", d: ["computed 1", 1] });
  });
});

describe("hostile files", () => {
  test("keys of prototypes are keys like others", () => {
    const value = readStaticConfig(
      "export default { __proto__: { x: 1 }, constructor: 2, toString: 3 }",
      "c.js",
    );
    expect(value instanceof Map && [...value.keys()]).toEqual([
      "__proto__",
      "constructor",
      "toString",
    ]);
    expect(Reflect.get({}, "x")).toBeUndefined();
  });

  test("nothing is executed", () => {
    read(
      "export default { a: (globalThis.pwned = 1), b: (() => { globalThis.pwned = 1; return 2 })() }",
    );
    expect(Reflect.get(globalThis, "pwned")).toBeUndefined();
  });

  test.each([
    "[".repeat(200_000),
    `${"[".repeat(90_000)}${"]".repeat(90_000)}`,
    "(a=".repeat(50_000),
    "a<".repeat(50_000),
    "a?b:".repeat(50_000),
    "`${".repeat(50_000),
    "a=>".repeat(50_000),
    "()=>".repeat(50_000),
    "'a'+".repeat(50_000),
    "a.".repeat(90_000),
    "f(".repeat(50_000),
    "!".repeat(200_000),
    "async ".repeat(50_000),
    "function(){return ".repeat(20_000),
    "{a:".repeat(50_000),
    "x as y ".repeat(40_000),
    "x||".repeat(60_000),
  ])("deep or endless code ends (%#)", (text) => {
    expect(() => readStaticConfig(`export default ${text}`, "c.ts")).not.toThrow();
  });

  test("files that hand on each other's exports end", () => {
    const files = { "b.ts": "export { default } from './config'" };
    expect(read("export { default } from './b'", files)).toBe("computed 1");
  });

  test("names that double each other stay within the budget", () => {
    const lines = Array.from(
      { length: 50 },
      (_, n) => `const v${n + 1} = [v${n}, v${n}, ...v${n}];`,
    );
    const text = `const v0 = ['x', 'y'];\n${lines.join("\n")}\nexport default v50`;
    expect(JSON.stringify(read(text)).length).toBeLessThan(5_000_000);
    const longer = Array.from({ length: 50 }, (_, n) => `const t${n + 1} = t${n} + t${n};`);
    expect(read(`const t0 = 'ab';${longer.join("")} export default [t50]`)).toEqual(["computed 1"]);
  });

  test("a huge array is cut, not refused", () => {
    const value = readStaticConfig(`export default [${"1,".repeat(99_000)}]`, "c.js");
    expect(Array.isArray(value) && value.length).toBeGreaterThan(50_000);
  });

  test("what stands before a syntax error is still read", () => {
    expect(read("const a = 'x'; export default { a, b: 'y' };\n const # = @@")).toEqual({
      a: "x",
      b: "y",
    });
    expect(read("export default { a: 'x', b: ")).toMatchObject({ a: "x" });
  });

  test("a file over a megabyte is not read", () => {
    expect(read(`export default 1;${" ".repeat(1_000_000)}`)).toBe("computed 1");
  });

  test("JSON with a fault tells its line", () => {
    expect(read('{\n "a": 1,\n}', {}, "sidebars.json")).toBe("computed 3");
    expect(read("[".repeat(20_000) + "]".repeat(20_000), {}, "sidebars.json")).toBeDefined();
  });
});
