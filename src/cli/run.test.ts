import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { capturedTerminal } from "../../test/captured-terminal.ts";
import { AppError } from "../lib/app-error.ts";
import { commandList } from "./command-list.ts";
import { run } from "./run.ts";

type Outcome = { code: number; stdout: string; stderr: string };

/** Runs with services that only say that they were reached: parsing has then accepted everything. */
async function outcomeOf(argv: string[], fault: unknown = reached): Promise<Outcome> {
  const terminal = capturedTerminal(async () => {
    throw fault;
  });
  const code = await run(argv, terminal);
  return { code, stdout: terminal.stdout(), stderr: terminal.stderr() };
}

const reached = new AppError("conflict", "reached");
const reachedJson = '{"error":"reached","code":"conflict","details":[]}\n';
const wasReached = { code: 1, stdout: "", stderr: "docent: reached\n" };

test.each(commandList.map((command) => command.name))("%s --help shows examples", async (name) => {
  const { code, stdout, stderr } = await outcomeOf([...name.split(" "), "--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`Usage: docent ${name} [flags]`);
  expect(stdout).toContain("--data DIR");
  expect(stdout.split("Examples:\n")[1]).toContain(`docent ${name}`);
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
  const [, page = ""] = /Read next: (\S+\.mdx)/.exec(stdout) ?? [];
  expect(existsSync(join(import.meta.dirname, "../..", page))).toBe(true);
  const words = name.split(" ");
  for (const same of [
    ["help", ...words],
    [...words, "-h"],
    ["--help", ...words],
  ])
    expect(await outcomeOf(same)).toEqual({ code, stdout, stderr });
});

const examples = await Promise.all(commandList.map(async ({ load }) => (await load()).examples));

test.each(examples.flat())("%s is understood", async (example) => {
  const [, line = ""] = /docent (.*?)(?: >.*)?$/.exec(example) ?? [];
  const argv = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const code = ["check", "gate", "questions"].includes(argv[0] ?? "") ? 2 : 1;
  const stderr = argv.includes("--json") ? reachedJson : wasReached.stderr;
  expect(await outcomeOf(argv)).toEqual({ ...wasReached, code, stderr });
});

test.each([[], ["help"], ["--help"], ["-h"]])("docent %s lists every command", async (...argv) => {
  const { code, stdout } = await outcomeOf(argv);
  expect(code).toBe(0);
  const text = stdout.replace(/\s+/g, " ");
  for (const { name, summary } of commandList) expect(text).toContain(` ${name} ${summary} `);
  expect(stdout.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

test.each([["--version"], ["-V"], ["-v"], ["version"]])(
  "docent %s shows the version",
  async (...argv) => {
    expect(await outcomeOf(argv)).toEqual({ code: 0, stdout: "docent 1.2.3\n", stderr: "" });
  },
);

test.each([
  ["keys", "--help"],
  ["help", "keys"],
  ["keys", "help"],
])("docent %s %s lists the group's commands and no others", async (...argv) => {
  const { code, stdout } = await outcomeOf(argv);
  expect(code).toBe(0);
  expect(stdout).toContain("keys revoke");
  expect(stdout).not.toContain("projects add");
});

test.each([
  [["frobnicate"], 'no command "frobnicate": "docent help" lists them'],
  [["serv"], 'no command "serv" (did you mean "serve"?)'],
  [["help", "doctr"], 'no command "doctr" (did you mean "doctor"?)'],
  [["projcts", "list"], 'no command "projcts" (did you mean "projects list"?)'],
  [["--data", "x", "serve"], "The command comes first"],
  [["keys"], "needs one more word: docent keys create, docent keys list, docent keys revoke"],
  [["keys", "frobnicate"], 'There is no "docent keys frobnicate": there are docent keys create'],
  [["keys", "lsit"], '(did you mean "list"?)'],
  [["insights", "page", "--domain", "docent"], '(did you mean "pages"?)'],
  [["keys", "create", "--domain", "docent"], "is missing --kind assistant|admin"],
  [["keys", "create"], "is missing --domain NAME and --kind assistant|admin"],
  [["keys", "create", "--domain", "x", "--kind", "admn"], 'assistant or admin, not "admn" (did'],
  [["keys", "revoke"], "is missing ID"],
  [["keys", "revoke", "key_1", "key_2"], 'does not take "key_2"'],
  [["keys", "list", "--frobnicate"], "docent keys list has no flag --frobnicate:"],
  [["keys", "list", "--domian", "x"], 'no flag --domian (did you mean "--domain"?)'],
  [["doctor", "--help=yes"], "takes no value with --help"],
  [["ask", "--domain"], "needs a value after --domain: --domain NAME"],
  [["ask", "--domain", "docent"], 'is missing "QUESTION"'],
  [["serve", "--port", "--host"], "needs a value after --port"],
])("docent %j is refused in one sentence that says why", async (argv, reason) => {
  const { code, stdout, stderr } = await outcomeOf(argv);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toMatch(/^docent: [^\n]+\n$/);
  expect(stderr).toContain(reason);
});

test("an unexpected error is one line as well, and says where it came from", async () => {
  const { code, stderr } = await outcomeOf(["doctor"], new TypeError("a\nb"));
  expect(code).toBe(1);
  expect(stderr).toMatch(
    /^docent: unexpected error: TypeError: a \(at \/src\/cli\/run\.test\.ts(?:\?\S+)?:\d+:\d+\)\n$/,
  );
});

test("an instruction may begin with a dash, as the item of a list", async () => {
  const argv = ["job", "- Fix broken links", "--domain", "docs", "--branch", "- x"];
  expect(await outcomeOf(argv)).toEqual(wasReached);
  expect((await outcomeOf(["job", "-x", "--domain", "docs"])).stderr).toContain("-x");
});

test("with --json an error has the shape that the API gives it", async () => {
  const { code, stdout, stderr } = await outcomeOf(["insights", "--domain", "docent", "--json"]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(JSON.parse(stderr)).toEqual({ error: "reached", code: "conflict", details: [] });
});
