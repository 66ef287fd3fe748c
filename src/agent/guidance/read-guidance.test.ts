import { expect, test } from "vitest";
import { makeRepository } from "../../../test/make-repository.ts";
import { memoryOverlay } from "../../../test/memory-overlay.ts";
import { openOverlay } from "../../git/overlay/overlay.ts";
import { branchCommit } from "../../git/read/resolve-commit.ts";
import { readGuidance } from "./read-guidance.ts";

async function pathsOf(files: Record<string, string>, docsFolder = "docs"): Promise<string[]> {
  const guidance = await readGuidance(memoryOverlay(files), docsFolder);
  return guidance.files.map((file) => file.path);
}

async function templateOf(...paths: string[]): Promise<string | undefined> {
  const overlay = memoryOverlay(Object.fromEntries(paths.map((path) => [path, `# ${path}`])));
  return (await readGuidance(overlay, "docs")).template?.path;
}

test("a repository's guidance is found, the most telling first", async () => {
  const names = [
    "AGENTS.md",
    "docs/AGENTS.md",
    "CLAUDE.md",
    "STYLE.md",
    "docs/style-guide.mdx",
    ".github/contributing/writing-guide.md",
    "CONTRIBUTING.md",
    ".github/CONTRIBUTING.md",
    ".cursorrules",
    ".mintlify/voice.md",
  ];
  const files = Object.fromEntries(names.map((name) => [name, `About ${name}`]));
  const others = {
    "docs/index.md": "# Home",
    "docs/styling.md": "# CSS",
    "packages/web/AGENTS.md": "Not ours.",
    "node_modules/x/style-guide.md": "Not ours.",
    ".vale.ini": "StylesPath = x",
    ".mintlify/settings.json": "{}",
    ".mintlify/Assistant.md": "Answer kindly.",
  };
  expect(await pathsOf({ ...others, ...files })).toEqual(names);
});

test("the docs folder and the folders above it speak for the docs", async () => {
  const files = {
    "site/content/AGENTS.md": "a",
    "site/CONTRIBUTING.md": "b",
    "other/CLAUDE.md": "c",
  };
  expect(await pathsOf(files, "site/content")).toEqual([
    "site/content/AGENTS.md",
    "site/CONTRIBUTING.md",
  ]);
});

test("empty, repeated and pointing files are left out", async () => {
  const files = {
    "AGENTS.md": "Write plainly.\n",
    ".github/copilot-instructions.md": "Write plainly.",
    "CLAUDE.md": "@AGENTS.md\n",
    "STYLE.md": " \n",
  };
  expect(await pathsOf(files)).toEqual(["AGENTS.md"]);
});

test("long guidance is cut at a line, and it is said where to read on", async () => {
  const line = "Write plainly, and say one thing at a time.\n";
  const names = ["AGENTS.md", "CLAUDE.md", "STYLE.md", "CONTRIBUTING.md", "docs/CONTRIBUTING.md"];
  const files = names.map((name): [string, string] => [name, `# ${name}\n${line.repeat(2_000)}`]);
  const { files: read } = await readGuidance(memoryOverlay(Object.fromEntries(files)), "docs");
  const [first = { text: "" }] = read;
  const lines = first.text.split("\n");
  expect(lines.at(-2)).toBe(line.trimEnd());
  expect(lines.at(-1)).toMatch(
    /^\(Cut here, \d+ characters are left: read_file AGENTS\.md from line (\d+) on\.\)$/,
  );
  expect(lines.at(-1)).toContain(`from line ${lines.length} on`);
  expect(read.map((file) => file.text).join("").length).toBeLessThan(37_000);
  expect(read.at(-1)).toEqual({
    path: "docs/CONTRIBUTING.md",
    text: "(Left out: read it with read_file docs/CONTRIBUTING.md if it concerns your task.)",
  });
});

test("the template for changes is found in its usual spellings and folders", async () => {
  expect(
    await templateOf(".github/pull_request_template.md", "docs/pull_request_template.md"),
  ).toBe(".github/pull_request_template.md");
  expect(await templateOf("PULL_REQUEST_TEMPLATE.md")).toBe("PULL_REQUEST_TEMPLATE.md");
  expect(await templateOf("docs/PULL_REQUEST_TEMPLATE.txt")).toBe("docs/PULL_REQUEST_TEMPLATE.txt");
  expect(await templateOf(".gitlab/merge_request_templates/Default.md")).toBe(
    ".gitlab/merge_request_templates/Default.md",
  );
  const several = [
    ".github/PULL_REQUEST_TEMPLATE/feature.md",
    ".github/PULL_REQUEST_TEMPLATE/docs.md",
  ];
  expect(await templateOf(...several)).toBe(".github/PULL_REQUEST_TEMPLATE/docs.md");
  expect(await templateOf("README.md", "src/pull_request_template.md")).toBeUndefined();
});

test("links and files that are no text are not read", async () => {
  const { path } = await makeRepository({
    "AGENTS.md": { mode: "120000", content: "/etc/passwd" },
    "CLAUDE.md": Buffer.from([0, 1, 2]),
    "STYLE.md": "Be brief.\u0000",
    "CONTRIBUTING.md": "\uFEFFSend changes.\r\nSmall ones.\u001b[31m\r\n",
  });
  const overlay = await openOverlay(path, await branchCommit(path, "main"), []);
  expect(await readGuidance(overlay, "")).toEqual({
    files: [{ path: "CONTRIBUTING.md", text: "Send changes.\nSmall ones.[31m" }],
  });
});
