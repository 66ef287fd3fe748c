import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { commandList } from "../command-list.ts";
import { bashScript } from "./bash-script.ts";
import { fishScript } from "./fish-script.ts";
import { listCompletions } from "./list-completions.ts";
import { powershellScript } from "./powershell-script.ts";
import { zshScript } from "./zsh-script.ts";

const commands = await listCompletions(commandList);
const root = mkdtempSync(join(tmpdir(), "docent-completion-"));
afterAll(() => rmSync(root, { recursive: true }));
for (const folder of ["bin", "docs"]) mkdirSync(join(root, folder));
writeFileSync(join(root, "asked.yml"), "");
// A program in place of docent: only the list of projects is asked for.
writeFileSync(
  join(root, "bin/docent"),
  '#!/bin/sh\n[ "$1 $2" = "projects list" ] && printf "DOMAIN  ID\\nacme  prj_1\\nzebra  prj_2\\n"\n',
  { mode: 0o755 },
);
writeFileSync(join(root, "docent.bash"), bashScript(commands));
writeFileSync(join(root, "docent.zsh"), zshScript(commands));
writeFileSync(join(root, "docent.fish"), fishScript(commands));

function shell(program: string, args: string[]): string[] {
  const path = `${join(root, "bin")}:${process.env.PATH ?? ""}`;
  const out = execFileSync(program, args, {
    ...{ cwd: root, env: { PATH: path, HOME: root }, encoding: "utf8" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return out.split("\n").filter((line) => line !== "");
}

/** What a real bash offers behind these words; the last one is being typed. */
function offered(...typed: string[]): string[] {
  const program = [
    'source "$1"; shift',
    'COMP_WORDS=(docent "$@"); COMP_CWORD=$(($# ))',
    `_docent 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`,
  ].join("\n");
  return shell("bash", ["--norc", "-c", program, "bash", join(root, "docent.bash"), ...typed]);
}

/** What the script hands to a real zsh, whose own functions need a terminal. */
function offeredByZsh(...typed: string[]): string[] {
  const program = [
    'compdef() { :; }; compadd() { shift; print -l -- "$@"; }; _files() { print files "$@"; }',
    `_describe() { print -l -- \${(P)@[-1]}; }; compset() { PREFIX=\${PREFIX#*=}; }`,
    'source "$1"; shift; words=(docent "$@"); CURRENT=$#words; PREFIX=$words[-1]; _docent',
  ].join("\n");
  return shell("zsh", ["-f", "-c", program, "zsh", join(root, "docent.zsh"), ...typed]);
}

function offeredByFish(typed: string): string[] {
  const program = `source ${join(root, "docent.fish")}; complete -C "${typed}"`;
  return shell("fish", ["--no-config", "-c", program]).map((line) => line.split("\t", 1).join());
}

const lacks = (program: string) => spawnSync(program, ["--version"]).error !== undefined;

test("bash completes commands, and the words that follow them", () => {
  const first = new Set(commandList.map(({ name }) => name.split(" ")[0]));
  expect(new Set(offered(""))).toEqual(new Set([...first, "help"]));
  expect(offered("key")).toEqual(["keys"]);
  expect(offered("keys", "")).toEqual(["create", "list", "revoke"]);
  expect(offered("help", "do")).toEqual(["doctor"]);
  expect(offered("insights", "p")).toEqual(["pages"]);
});

test("bash completes flags of the command that is typed, and their values", () => {
  expect(offered("keys", "create", "--k")).toEqual(["--kind"]);
  expect(offered("keys", "create", "--kind", "")).toEqual(["assistant", "admin"]);
  expect(offered("check", "--format", "s")).toEqual(["sarif"]);
  expect(offered("ask", "--domain", "docent", "--off")).toEqual(["--offline"]);
  expect(offered("completion", "")).toEqual(["bash", "zsh", "fish", "powershell"]);
  expect(offered("keys", "create", "--label", "")).toEqual([]);
  expect(offered("--v")).toEqual(["--version"]);
  expect(offered("check", "--format", "=")).toContain("sarif");
  expect(offered("check", "--format", "=", "s")).toEqual(["sarif"]);
});

test("bash completes projects, files and folders", () => {
  expect(offered("ask", "--domain", "")).toEqual(["acme", "zebra"]);
  expect(offered("job", "--questions", "as")).toEqual(["asked.yml"]);
  expect(offered("serve", "--docs", "d")).toEqual(["docs"]);
  expect(offered("check", "d")).toEqual(["docs"]);
});

test.skipIf(lacks("zsh"))("zsh completes commands, flags, values, files and projects", () => {
  expect(offeredByZsh("keys", "")).toEqual([
    expect.stringMatching(/^create:/),
    expect.stringMatching(/^list:/),
    expect.stringMatching(/^revoke:/),
  ]);
  expect(offeredByZsh("--v").map((line) => line.split(":", 1).join())).toEqual([
    "--help",
    "--version",
  ]);
  expect(offeredByZsh("keys", "create", "--kind", "")).toEqual(["assistant", "admin"]);
  expect(offeredByZsh("keys", "create", "--kind=a")).toEqual(["assistant", "admin"]);
  expect(offeredByZsh("ask", "--domain", "")).toEqual(["acme", "zebra"]);
  expect(offeredByZsh("serve", "--docs", "d")).toEqual(["files -/"]);
  expect(offeredByZsh("keys", "create", "--label", "")).toEqual([]);
});

test.skipIf(lacks("fish"))("fish completes commands, flags, values, files and projects", () => {
  expect(offeredByFish("docent keys ")).toEqual(["create", "list", "revoke"]);
  expect(offeredByFish("docent --v")).toEqual(["--version"]);
  expect(offeredByFish("docent check --format s")).toEqual(["sarif"]);
  expect(offeredByFish("docent ask --domain ")).toEqual(["acme", "zebra"]);
  expect(offeredByFish("docent job --questions as")).toEqual(["asked.yml"]);
  expect(offeredByFish("docent serve --docs d")).toEqual(["docs/"]);
});

test("every shell is told of every command and flag", () => {
  for (const script of [bashScript, zshScript, fishScript, powershellScript]) {
    const text = script(commands);
    for (const { name, flags } of commands) {
      expect(text).toContain(name.split(" ").at(-1));
      for (const flag of flags) expect(text).toContain(flag.name.slice(2));
    }
  }
});
