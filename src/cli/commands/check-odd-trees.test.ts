import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { check } from "../../../test/check-terminal.ts";
import { makeRepository } from "../../../test/make-repository.ts";
import { runGit } from "../../git/run/git.ts";

const oddNames = ["a\n::error file=x::pwned.md", "b\xff.md", "c\x1b[31m.md"];

/** A work tree whose branch "odd" has pages with odd names, one byte per character; they are on disk too. */
async function oddRepository() {
  const repository = await makeRepository({ "docs/index.md": "# Home\n" }, { workTree: true });
  const tree = join(repository.folder, "tree");
  const { stdout } = await runGit(["hash-object", "-w", "--stdin"], {
    gitDirectory: repository.path,
    input: "[x](gone.md)\n",
  });
  const id = stdout.toString("latin1").trim();
  const entries = oddNames.map((name) => `100644 ${id}\tdocs/${name}\0`).join("");
  const index = { cwd: tree, input: Buffer.from(entries, "latin1") };
  await runGit(["update-index", "-z", "--index-info"], index);
  const written = await runGit(["write-tree"], { cwd: tree });
  const author = ["-c", "user.name=Ada", "-c", "user.email=ada@example.com"];
  const args = [...author, "commit-tree", "-m", "Odd", written.stdout.toString("latin1").trim()];
  const commit = await runGit(args, { cwd: tree });
  await repository.git("branch", "odd", commit.stdout.toString("latin1").trim());
  for (const name of oddNames) {
    await writeFile(Buffer.from(`${tree}/docs/${name}`, "latin1"), "[x](gone.md)\n");
  }
  return tree;
}

const shownOddly = `Pages that cannot be read
  docs/a\\n::error file=x::pwned.md:1 the name of this page has a line break or another control character, so it was not looked into; rename the file
  docs/b\ufffd.md:1 the name of this page is not UTF-8, so it was not looked into; rename the file
  docs/c\\x1b[31m.md:1 the name of this page has a line break or another control character, so it was not looked into; rename the file

3 findings in 3 pages.
`;

test("pages with odd names are findings, on disk and of a branch, and write no lines of their own", async () => {
  const tree = await oddRepository();
  const expected = { code: 1, stdout: shownOddly, stderr: "" };
  expect(await check(tree)).toEqual(expected);
  expect(await check("--ref", "odd", tree)).toEqual(expected);
  expect(await check("--ref", "odd", "--base", "main", tree)).toEqual(expected);
  expect((await check("--base", "odd", tree)).code).toBe(0);
});

test("JSON has odd names as they are, SARIF has them percent-encoded", async () => {
  const tree = await oddRepository();
  const json = await check("--format", "json", tree);
  expect(JSON.parse(json.stdout).findings.map(({ path }: { path: string }) => path)).toEqual([
    "docs/a\n::error file=x::pwned.md",
    "docs/b\ufffd.md",
    "docs/c\x1b[31m.md",
  ]);
  const { stdout } = await check("--format", "sarif", tree);
  expect(stdout).toContain('"uri": "docs/a%0A%3A%3Aerror%20file%3Dx%3A%3Apwned.md"');
  expect(stdout).toContain('"uri": "docs/c%1B%5B31m.md"');
});

test("a page at the top whose name is a command of a CI system is shown as a name", async () => {
  const { path } = await makeRepository({ "::error::x.md": "[x](gone.md)\n" });
  const { code, stdout } = await check(path);
  expect(code).toBe(1);
  expect(stdout).toContain("  \\x3a:error::x.md:1 there is no page gone.md");
});

async function newFolder() {
  const folder = await mkdtemp(join(tmpdir(), "docent-check-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

test("an empty folder outside of any repository ends with 2 and one sentence", async () => {
  const folder = await newFolder();
  const stderr = `docent: ${folder} is in no git repository: "git init" makes one.\n`;
  expect(await check(folder)).toEqual({ code: 2, stdout: "", stderr });
});

test.each([[[]], [["--ref", "main"]], [["--base", "main"]]])(
  "a repository without a commit says so with %j",
  async (flags) => {
    const folder = await newFolder();
    await runGit(["init", "--quiet", "--", folder]);
    const { code, stdout, stderr } = await check(...flags, folder);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toBe("docent: The repository has no commits yet: commit the docs first.\n");
  },
);

test("pages that were never committed are checked before the first commit", async () => {
  const folder = await newFolder();
  await runGit(["init", "--quiet", "--", folder]);
  await mkdir(join(folder, "docs"));
  await writeFile(join(folder, "docs/a.md"), "# A\n");
  expect((await check(folder)).stdout).toBe("Everything is fine: 1 page, 0 links.\n");
});

test.each([
  [[], ""],
  [["--docs", "src"], "the folder src of "],
  [["--base", "main"], ""],
  [["--format", "json"], ""],
])(
  "a tree without a single page ends with 2 with %j and says where it looked",
  async (flags, where) => {
    const { path } = await makeRepository({ "src/a.ts": "1\n", "b.txt": "b\n" });
    const { code, stdout, stderr } = await check(...flags, path);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toMatch(/^[^\n]+\n$/);
    expect(stderr).toContain(`docent: No pages were found in ${where}${path}, `);
  },
);

test("a folder of a work tree without pages is named once", async () => {
  const files = { "docs/a.md": "# A\n", "src/a.ts": "1\n" };
  const { folder } = await makeRepository(files, { workTree: true });
  const { code, stderr } = await check(join(folder, "tree/src"));
  expect(code).toBe(2);
  expect(stderr).toContain("in the folder src of ");
  expect(stderr).toContain("/tree, where");
});

test("a branch that changes no page of docs that have some is fine", async () => {
  const { path } = await makeRepository({ "docs/a.md": "# A\n" });
  const { code, stdout } = await check("--base", "main", path);
  expect({ code, stdout }).toEqual({ code: 0, stdout: "Everything is fine: 0 pages, 0 links.\n" });
});
