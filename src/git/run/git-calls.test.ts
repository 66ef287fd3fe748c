import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../../..");

/** Commands that read and write objects, refs and names of files: none runs a filter, a hook or a merge driver. */
const commands = new Set(
  "cat-file commit-tree diff-tree fast-import fetch for-each-ref grep index-pack init log ls-files ls-remote ls-tree merge-base merge-tree pack-objects push rev-list rev-parse symbolic-ref update-ref version worktree".split(
    " ",
  ),
);
const takesValue = new Set(["-p", "-m", "-e", "--resolve-git-dir", "--git-path"]);
/** A search names its commit before "--", by an id that was checked when its overlay was opened. */
const exceptions = /^src\/git\/(?:read|overlay)\/grep-/;

type Call = { file: string; command: string; items: (string | undefined)[] };

test("every value that git is given stands where it cannot be taken for an option", () => {
  const calls = gitCalls();
  expect(calls.length).toBeGreaterThan(25);
  const exposed = calls.filter(({ file, items }) => !exceptions.test(file) && isExposed(items));
  expect(exposed).toEqual([]);
});

test("no command is used that looks at a work tree or runs what a repository names", () => {
  const used = new Set(gitCalls().map(({ command }) => command));
  expect([...used].filter((command) => !commands.has(command))).toEqual([]);
});

test("git is started in one place", () => {
  const starting = sourceFiles().filter((file) => read(file).includes('"node:child_process"'));
  const others = ["src/cli/start/ensure-clients.ts", "src/git/run/end-tree.ts"];
  expect(starting).toEqual([...others, "src/git/run/git.ts"]);
  expect(read("src/git/run/end-tree.ts").match(/spawn\("\w+"/g)).toEqual(['spawn("taskkill"']);
});

test("a value before the end of the options is found out", () => {
  const found = (code: string) => callsIn("x.ts", code).map(({ items }) => isExposed(items));
  expect(found('runGit(["ls-tree", "-r", commit]);')).toEqual([true]);
  expect(found(`const a = \`\${commit}:x\`; runGit(["ls-tree", a]);`)).toEqual([true]);
  expect(found('runGit(["ls-tree", ...more(commit)]);')).toEqual([true]);
  expect(found('const a = ["-r"]; runGit(["ls-tree", ...a, "--end-of-options", b]);')).toEqual([
    false,
  ]);
  expect(found('const ref = "refs/" + name; runGit(["update-ref", ref]);')).toEqual([true]);
  expect(found('const ref = "refs/heads/x"; runGit(["update-ref", ref]);')).toEqual([false]);
});

/** `undefined` stands for what is known only when the program runs. */
function isExposed(items: Call["items"]): boolean {
  const end = items.findIndex((item) => item === "--end-of-options" || item === "--");
  const open = end === -1 ? items : items.slice(0, end);
  return open.some((item, index) => item === undefined && !takesValue.has(open[index - 1] ?? ""));
}

function gitCalls(): Call[] {
  const files = sourceFiles().filter((file) => file !== "src/git/run/git.ts");
  return files.flatMap((file) => callsIn(file, read(file)));
}

function sourceFiles(): string[] {
  return globSync("src/**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] }).sort();
}

function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** Every list in a file that begins with a command of git, in a file that runs git. */
function callsIn(file: string, source: string): Call[] {
  if (!/\b(?:runGit|startGit|askGit)\(/.test(source)) return [];
  const { program } = parseSync(file, source);
  const constants = new Map<string, ESTree.Expression>();
  const lists: ESTree.ArrayExpression[] = [];
  new Visitor({
    VariableDeclarator({ id, init }) {
      if (id.type === "Identifier" && init) constants.set(id.name, init);
    },
    ArrayExpression: (node) => void lists.push(node),
  }).visit(program);
  return lists.flatMap((list) => {
    const [command, ...items] = itemsOf(list, constants);
    return command !== undefined && isCommand(command) ? [{ file, command, items }] : [];
  });
}

function isCommand(text: string): boolean {
  return (
    commands.has(text) ||
    /^(?:add|am|apply|checkout|clone|commit|diff|log|merge|pull|rebase|reset|restore|rm|show|stash|status|submodule|switch|tag)$/.test(
      text,
    )
  );
}

function itemsOf(
  list: ESTree.ArrayExpression,
  constants: Map<string, ESTree.Expression>,
): Call["items"] {
  const resolved = (node: ESTree.Expression) =>
    node.type === "Identifier" ? constants.get(node.name) : node;
  return list.elements.flatMap((element) => {
    if (element === null) return [];
    if (element.type !== "SpreadElement") return [textOf(resolved(element))];
    const value = resolved(element.argument);
    return value?.type === "ArrayExpression" ? itemsOf(value, constants) : [undefined];
  });
}

/** The text, or the fixed part that a text begins with and that decides whether it is an option. */
function textOf(node: ESTree.Expression | undefined): string | undefined {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type !== "TemplateLiteral") return undefined;
  return node.quasis[0]?.value.cooked || undefined;
}
