import { spawnSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../bin/docent.js", import.meta.url));
const changedPages = 10;

/** How long `docent gate` takes on a tree of docs: questions from its headings, ten pages changed, deleted or moved. */
function measure(tree: string, count: number): void {
  const folder = mkdtempSync(join(tmpdir(), "docent-bench-gate-"));
  try {
    cpSync(tree, folder, { recursive: true, dereference: true });
    rmSync(join(folder, ".git"), { recursive: true, force: true });
    const pages = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((path) => /\.mdx?$/.test(path) && !path.includes("node_modules"))
      .toSorted();
    const questions = questionsOf(folder, pages).slice(0, count);
    mkdirSync(join(folder, ".docent"), { recursive: true });
    const items = questions.map((question) => `- ${JSON.stringify(question)}\n`);
    writeFileSync(join(folder, ".docent/questions.yml"), items.join(""));
    git(folder, "init", "--quiet", "--initial-branch=main");
    commit(folder, "base");
    git(folder, "checkout", "--quiet", "-b", "change");
    change(folder, pages);
    commit(folder, "change");
    const startedMs = performance.now();
    const args = [program, "gate", "--base", "main", "--head", "change", "--model", "embedded"];
    const run = spawnSync("node", [...args, "--format", "json", folder], {
      encoding: "utf8",
      maxBuffer: 1 << 30,
    });
    const seconds = (performance.now() - startedMs) / 1_000;
    const { counts, same, results } = JSON.parse(run.stdout);
    const answered = results.filter(
      (one: { after: { outcome: string } }) => one.after.outcome === "answered",
    );
    const facts = { pages: pages.length, questions: results.length, answered: answered.length };
    console.log(JSON.stringify({ ...facts, same, counts, seconds }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function questionsOf(folder: string, pages: string[]): string[] {
  const found = new Set<string>();
  for (const path of pages) {
    const text = readFileSync(join(folder, path), "utf8");
    const title = /^title:\s*["']?(.{1,80}?)["']?\s*$/m.exec(text)?.[1] ?? path;
    for (const [, heading = ""] of text.matchAll(/^##+ (.{4,80})$/gm))
      found.add(`How does ${heading.replace(/[`*_{}<>[\]]/g, "")} work in ${title}?`);
  }
  // Spread over the pages, and the same in every run.
  return [...found].toSorted((one, other) => spread(one) - spread(other));
}

function spread(text: string): number {
  let sum = 7;
  for (const letter of text) sum = (sum * 31 + letter.charCodeAt(0)) % 1_000_003;
  return sum;
}

function change(folder: string, pages: string[]): void {
  const step = Math.floor(pages.length / changedPages);
  for (let at = 0; at < changedPages; at += 1) {
    const path = pages[at * step] ?? "";
    const file = join(folder, path);
    const text = readFileSync(file, "utf8");
    if (at === 0) rmSync(file);
    else if (at === 1) {
      rmSync(file);
      writeFileSync(file.replace(/\.mdx?$/, "-moved$&"), text);
    } else writeFileSync(file, text.replaceAll(" the ", " one "));
  }
}

function commit(folder: string, message: string): void {
  git(folder, "add", "--all");
  git(
    folder,
    "-c",
    "user.name=Bench",
    "-c",
    "user.email=bench@example.com",
    "commit",
    "--quiet",
    "-m",
    message,
  );
}

function git(folder: string, ...args: string[]): void {
  const { status, stderr } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
}

const [tree, count = "1000"] = process.argv.slice(2);
if (tree === undefined) throw new Error("usage: npm run bench:gate -- FOLDER [QUESTIONS]");
measure(tree, Number(count));
