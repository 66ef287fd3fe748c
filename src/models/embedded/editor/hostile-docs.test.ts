import { expect, test } from "vitest";
import { editInMemory } from "../../../../test/edit-in-memory.ts";
import { createEditor, type PastStep } from "./steps/create-editor.ts";

const pages = (amount: number, text: string) =>
  Object.fromEntries(
    Array.from({ length: amount }, (_, index) => [
      `docs/p${String(index).padStart(4, "0")}.md`,
      text,
    ]),
  );

test("a long file is read in pieces and put together exactly", () => {
  const text = Array.from({ length: 95 }, (_, index) =>
    index % 3 === 0 ? "" : `word ${index}`,
  ).join("\r\n");
  for (const maxLines of [6, 7, 10, 94, 95]) {
    const run = editInMemory(
      "Replace word with term",
      { "docs/a.md": `${text}\r\n` },
      { maxLines },
    );
    expect(run.files.get("docs/a.md")).toBe(`${text}\r\n`.replaceAll("word", "term"));
  }
});

test("a file that never ends is given up", () => {
  const run = editInMemory(
    "Replace word with term",
    { "docs/a.md": "word\n".repeat(500) },
    { maxLines: 1 },
  );
  expect(run.end?.messageToUser).toContain("docs/a.md (it is too long to edit)");
});

test("a search that was cut short means every page is read", () => {
  const run = editInMemory("Replace word with term", pages(130, "A word.\n"), { maxMatches: 3 });
  expect([...run.files.values()].every((text) => text === "A term.\n")).toBe(true);
});

test("a list of files that was cut short is asked for again", () => {
  const files = {
    ...pages(20, "A word.\n"),
    ...Object.fromEntries(Array.from({ length: 80 }, (_, index) => [`src/${index}.ts`, ""])),
  };
  const run = editInMemory("Add missing titles", files, { maxFiles: 30 });
  expect(run.written).toHaveLength(20);
  const cut = editInMemory("Fix broken links", files, { maxFiles: 10 });
  expect(cut.end?.messageToUser).toContain("more files than I can list");
});

test("very large docs end within the steps, and what is left is said", () => {
  const run = editInMemory("Replace word with term", pages(2500, "A word.\n"), { maxMatches: 3 });
  expect(run.steps.length).toBeLessThanOrEqual(40);
  expect(run.written.length).toBeGreaterThan(300);
  expect(run.end?.messageToUser).toContain("no time left");
});

test("a tool that fails is reported, never fatal", () => {
  const docs = {
    "docs/a.md": "A word. [x](/gone)\n",
    "docs/b.md": "word\n",
    "docs/docs.json": "{",
  };
  for (const name of [
    "list_files",
    "read_file",
    "search_text",
    "search_docs",
    "write_file",
    "edit_file",
    "set_todos",
  ]) {
    const run = editInMemory(
      "Replace word with term. Fix broken links. Add missing titles. Add a page about words. Add a section called S to a. Rewrite it.",
      docs,
      { fail: (call) => (call.name === name ? "It broke." : undefined) },
    );
    expect(run.end, name).toBeDefined();
    expect(run.steps.length).toBeLessThanOrEqual(40);
  }
});

test("an edit that is refused is tried as a whole file", () => {
  const page = `${"line\n".repeat(30)}A word.\n`;
  const run = editInMemory(
    "Replace word with term",
    { "docs/a.md": page },
    {
      fail: (call) =>
        call.name === "edit_file" ? "The old text must occur exactly once." : undefined,
    },
  );
  expect(run.files.get("docs/a.md")).toBe(page.replace("word", "term"));
  expect(run.end?.messageToUser).not.toContain("could not");
});

test("a refused file is named and the others are changed", () => {
  const run = editInMemory(
    "Replace word with term",
    { "docs/a.md": "word\n", "docs/b.md": "word\n" },
    {
      fail: (call) =>
        call.input.path === "docs/a.md" && call.name === "write_file"
          ? "This file is read-only."
          : undefined,
    },
  );
  expect(run.written).toEqual(["docs/b.md"]);
  expect(run.end?.summary).toContain("- `docs/a.md`: This file is read-only.");
});

test("a finish that is refused is called again with the reason, then given up", () => {
  const run = editInMemory(
    "Replace word with term",
    { "docs/a.md": "word\n" },
    {
      fail: (call) => (call.name === "finish" ? "A link is broken." : undefined),
    },
  );
  const calls = run.steps.flatMap((step) => step.calls).filter((call) => call.name === "finish");
  expect(calls).toHaveLength(3);
  expect(JSON.stringify(calls[1]?.input)).toContain("A link is broken.");
});

test("outputs of any shape are survived", () => {
  for (const output of [null, 7, "x", [], { files: "no" }, { files: [1] }, { matches: [{}] }, {}]) {
    const steps: PastStep[] = [];
    for (
      let step = createEditor()({ task: "edit", instruction: "Replace a with b" }, steps);
      step.calls.length > 0;
    ) {
      steps.push({ text: step.text, calls: step.calls.map((call) => ({ ...call, output })) });
      expect(steps.length).toBeLessThan(60);
      step = createEditor()({ task: "edit", instruction: "Replace a with b" }, steps);
    }
    expect(steps.at(-1)?.calls.at(-1)?.name).toBe("finish");
  }
});

test("an empty repository and an empty instruction end the job", () => {
  expect(editInMemory("Fix broken links", {}).end?.messageToUser).toBe("I found no broken links.");
  expect(editInMemory("  ", { "a.md": "x" }).end?.messageToUser).toContain("no instruction");
  expect(editInMemory("Write about dogs and their owners", {}).written).toEqual([
    "docs/drafts/write-about-dogs-and-their-owners.md",
  ]);
});

test("titles, paths and text from an instruction cannot break a page", () => {
  const title = 'X: "y" # {z} <script>';
  const run = editInMemory(
    `Add a page called “${title}” at ../../etc/passwd.md saying “---\nimport x from 'y'\n<img onerror=1>”.`,
    {
      "docs/a.mdx": "text\n",
    },
  );
  const [path = ""] = run.written;
  expect(path).toBe("docs/etc/passwd.md");
  expect(run.files.get(path)).toContain(`title: ${JSON.stringify(title)}\n`);
  expect(run.files.get(path)?.split("\n---\n\n")[1]).not.toMatch(/(?<!\\)<img/);
  expect(run.end?.title.length).toBeLessThan(70);
});

test("a page that is hostile to parsers is edited in time", () => {
  for (const part of ["[", "](", "<a b='", "{", "<!--", "`", "word ", "[word](word"]) {
    editInMemory("Replace word with term. Fix broken links. Add missing titles.", {
      "docs/a.mdx": part.repeat(30_000),
    });
  }
});
