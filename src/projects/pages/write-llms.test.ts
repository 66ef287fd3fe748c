import { describe, expect, test } from "vitest";
import {
  createTestNode,
  noRefs,
  storeKinds,
  type TestNode,
  type TestNodeOptions,
} from "../../../test/harness.ts";
import { updateProject } from "../change-projects.ts";
import { markdownLine } from "./llms-page.ts";
import { createPageLists } from "./page-lists.ts";
import { writeFullLlms, writeLlms } from "./write-llms.ts";

const pages = {
  "docs.json": JSON.stringify({
    name: "Acme",
    seo: { indexing: "all" },
    navigation: {
      groups: [
        { group: "Start", pages: ["quickstart", "index"] },
        { group: "More", pages: ["keys"] },
      ],
    },
  }),
  "index.mdx": "---\ntitle: Home\ndescription: Acme makes everything.\n---\n\nWelcome.",
  "keys.md":
    "---\ntitle: Keys\ndescription: All about keys.\n---\n\n# Keys\n\nA key opens doors.\n",
  "quickstart.md": "# Quickstart\n\nBegin here.",
  "aside/notes (old).md": "# Notes\n\nOld notes.",
  "secret.md": "---\nhidden: true\n---\n# Secret",
};

describe.each(storeKinds)("on %s", (store) => {
  test("pages are listed by group, in the order of the navigation, the others behind them", async () => {
    const node = await createTestNode({ store, pages });
    expect((await list(node)).text).toBe(`# Acme

> Acme makes everything.

## Start

- [Quickstart](http://docent.test/docs/acme/quickstart.md)
- [Home](http://docent.test/docs/acme/index.md): Acme makes everything.

## More

- [Keys](http://docent.test/docs/acme/keys.md): All about keys.

## Other pages

- [Notes](http://docent.test/docs/acme/aside/notes%20%28old%29.md)
`);
  });

  test("all pages are written one after the other, each with its title and where it is from", async () => {
    const node = await createTestNode({ store, pages });
    const { texts } = await writeFullLlms(depsOf(node), undefined, { project: "acme" });
    const all = await Array.fromAsync(texts);
    expect(all).toHaveLength(4);
    expect(all[0]).toBe(
      "# Quickstart\nSource: http://docent.test/docs/acme/quickstart\n\nBegin here.\n\n",
    );
    expect(all[1]).toBe("# Home\nSource: http://docent.test/docs/acme\n\nWelcome.\n\n");
    expect(all[2]).toBe(
      "# Keys\nSource: http://docent.test/docs/acme/keys\n\nA key opens doors.\n\n",
    );
    expect(all.join("")).not.toContain("Secret");
  });
});

test("every link of the list leads to the Markdown of its page", async () => {
  const node = await createTestNode({ pages });
  const links = [...(await list(node)).text.matchAll(/\]\((http:\/\/docent\.test[^)]+)\)/g)];
  expect(links).toHaveLength(4);
  for (const [, link = ""] of links) {
    const response = await node.request(new URL(link).pathname);
    expect(response.status, link).toBe(200);
    expect(response.headers.get("content-type")).toContain("text/markdown");
  }
});

test("a page has its words and its address in the list whatever its ending", async () => {
  const home = "---\ndescription: Acme makes all.\n---\n# Home";
  for (const ending of ["md", "mdx", "markdown"]) {
    const node = await createTestNode({ pages: { [`index.${ending}`]: home } });
    const { text } = await list(node);
    expect(text, ending).toContain("> Acme makes all.");
    expect(text, ending).toContain("(http://docent.test/docs/acme/index.md)");
  }
});

test("hostile titles and descriptions stay on their line and inside their link", async () => {
  const title = JSON.stringify("](https://evil.example)\n\n# Evil\n- [x](y)");
  const { text } = await list(
    await createTestNode({
      pages: { "a.md": `---\ntitle: ${title}\ndescription: ${title}\n---\nText` },
    }),
  );
  expect(text.split("\n").filter((line) => /^(?:#|- )/.test(line))).toHaveLength(3);
  expect(text).toContain(
    "- [\\](https://evil.example) # Evil - \\[x\\](y)](http://docent.test/docs/acme/a.md)",
  );
});

test("the version changes with the docs, the name and the address, and with nothing else", async () => {
  const node = await createTestNode({ pages });
  const versions = [(await list(node)).version];
  expect((await list(node)).version).toBe(versions[0]);
  const operator = { kind: "operator" } as const;
  for (const change of [{ name: "New" }, { baseUrl: "https://docs.example.com" }]) {
    await updateProject(node, operator, { ...node.project, ...change });
    versions.push((await list(node)).version);
  }
  expect(new Set(versions).size).toBe(3);
});

test("a project without docs has an empty list, a private one none", async () => {
  const node = await createTestNode({ pages: {} });
  expect((await list(node)).text).toBe("# Acme\n\n> The documentation of Acme.\n");
  await updateProject(node, { kind: "operator" }, { ...node.project, visibility: "private" });
  await expect(list(node)).rejects.toMatchObject({ code: "not_found" });
});

test("pages that no navigation lists stand under one heading", async () => {
  const only: TestNodeOptions["pages"] = { "b.md": "# B", "a.md": "# A" };
  const { text } = await list(await createTestNode({ pages: only }));
  expect(text).toContain("## Pages\n\n- [A]");
});

test("pages are fetched as they are read, a few at a time", async () => {
  const many = Array.from({ length: 40 }, (_, index) => [`p${index}.md`, `# Page ${index}`]);
  const node = await createTestNode({ pages: Object.fromEntries(many) });
  let fetched = 0;
  const db = node.db.withPlugin({
    transformQuery: ({ node: query }) => query,
    async transformResult({ result }) {
      if (result.rows.some((row) => "content" in row)) fetched += result.rows.length;
      return result;
    },
  });
  const { texts } = await writeFullLlms(depsOf({ db }), undefined, { project: "acme" });
  expect(fetched).toBe(0);
  await texts.next();
  expect(fetched).toBeGreaterThan(0);
  expect(fetched).toBeLessThan(20);
  expect(await Array.fromAsync(texts)).toHaveLength(39);
  expect(fetched).toBe(40);
});

function depsOf({ db }: Pick<TestNode, "db">) {
  return { ...noRefs, db, lists: createPageLists({ db, publicUrl: "http://docent.test" }) };
}

function list(node: TestNode) {
  return writeLlms(depsOf(node), undefined, { project: "acme" });
}

test("a title turns no text round, and is bounded and whole where it is cut", () => {
  expect(markdownLine("\u202egnp.exe")).toBe("gnp.exe");
  expect(markdownLine("x".repeat(1_000_000))).toHaveLength(1_000);
  expect(markdownLine(`${"x".repeat(999)}😀`).isWellFormed()).toBe(true);
});
