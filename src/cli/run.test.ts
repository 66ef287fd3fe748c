import { expect, test } from "vitest";
import { AppError } from "../lib/app-error.ts";
import { commandList } from "./command-list.ts";
import { run } from "./run.ts";

type Outcome = { code: number; stdout: string; stderr: string };

/** Runs with services that only say that they were reached: parsing has then accepted everything. */
async function outcomeOf(argv: string[], fault: unknown = reached): Promise<Outcome> {
  const out = { stdout: "", stderr: "" };
  const code = await run(argv, {
    write(text) {
      out.stdout += text;
    },
    remark(line) {
      out.stderr += `${line}\n`;
    },
    async services() {
      throw fault;
    },
    version: async () => "docent 1.2.3",
  });
  return { code, ...out };
}

const reached = new AppError("conflict", "reached");
const wasReached = { code: 1, stdout: "", stderr: "docent: reached\n" };

test.each(commandList.map((command) => command.name))("%s --help shows examples", async (name) => {
  const { code, stdout, stderr } = await outcomeOf([...name.split(" "), "--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toContain(`Usage: docent ${name} [flags]`);
  expect(stdout).toContain("--data DIR");
  expect(stdout.split("Examples:\n")[1]).toContain(`docent ${name}`);
});

const examples = await Promise.all(commandList.map(async ({ load }) => (await load()).examples));

test.each(examples.flat())("%s is understood", async (example) => {
  const [, line = ""] = /docent (.*)$/.exec(example) ?? [];
  const argv = [...line.matchAll(/"([^"]*)"|\S+/g)].map(([word, quoted]) => quoted ?? word);
  const code = ["check", "gate", "questions"].includes(argv[0] ?? "") ? 2 : 1;
  expect(await outcomeOf(argv)).toEqual({ ...wasReached, code });
});

test.each([[], ["help"], ["--help"], ["-h"]])("docent %s lists every command", async (...argv) => {
  const { code, stdout } = await outcomeOf(argv);
  expect(code).toBe(0);
  for (const { name, summary } of commandList)
    expect(stdout).toMatch(new RegExp(`^  ${name} +${RegExp.escape(summary)}$`, "m"));
});

test.each([["--version"], ["-v"], ["version"]])("docent %s shows the version", async (...argv) => {
  expect(await outcomeOf(argv)).toEqual({ code: 0, stdout: "docent 1.2.3\n", stderr: "" });
});

test("a group's help lists its commands and no others", async () => {
  const { code, stdout } = await outcomeOf(["keys", "--help"]);
  expect(code).toBe(0);
  expect(stdout).toContain("keys revoke");
  expect(stdout).not.toContain("projects add");
});

test.each([
  [["frobnicate"], 'no command "frobnicate"'],
  [["keys"], "needs one more word: docent keys create, docent keys list, docent keys revoke"],
  [["keys", "frobnicate"], "needs one more word"],
  [["keys", "create", "--domain", "docent"], "is missing --kind assistant|admin"],
  [["keys", "create"], "is missing --domain NAME and --kind assistant|admin"],
  [["keys", "revoke"], "is missing ID"],
  [["keys", "revoke", "key_1", "key_2"], 'does not take "key_2"'],
  [["keys", "list", "--frobnicate"], "Unknown option '--frobnicate'"],
  [["ask", "--domain"], "argument missing"],
  [["ask", "--domain", "docent"], 'is missing "QUESTION"'],
  [["serve", "--port", "--host"], "argument is ambiguous"],
])("docent %j is refused in one sentence that says why", async (argv, reason) => {
  const { code, stdout, stderr } = await outcomeOf(argv);
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
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
