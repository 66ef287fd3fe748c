import { hash } from "node:crypto";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { resolveCommit } from "../git/read/resolve-commit.ts";
import { runGit } from "../git/run/git.ts";
import { initBareRepository } from "../git/write/build-folder.ts";
import { commitFolder } from "../git/write/commit-folder.ts";
import { slashed } from "../lib/disk/slashed.ts";

const author = { name: "Docent", email: "docent@localhost" };
const message = "Place the documentation that comes with Docent\n";

/** In the repository: how the docs looked that were placed there last, so that a start asks git nothing while they stay so. */
const mark = "docent-placed";

/** Where they are put, in the folder of repositories that live here alone. */
export function bundledDocsPlace(repositories: string): string {
  return join(repositories, "docent.git");
}

/** Puts Docent's own docs into a bare repository, so that the demo project is edited like any other. Once somebody else has committed there, it is theirs. */
export async function placeBundledDocs(docsFolder: string, repository: string): Promise<void> {
  const files = await filesIn(docsFolder);
  const seen = await factsOf(files);
  const marked = join(repository, mark);
  if ((await readFile(marked, "utf8").catch(() => "")) === seen) return;
  await initBareRepository(repository);
  const tip = await resolveCommit(repository, "refs/heads/main");
  if (tip !== undefined && !(await isOurs(repository, tip))) return;
  const read = files.map(async (file) => ({
    path: slashed(relative(docsFolder, file)),
    content: await readFile(file),
  }));
  await commitFolder(repository, { files: await Promise.all(read), message, author });
  await writeFile(marked, seen);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Another word whenever a file may have changed, by names, sizes and times. */
async function factsOf(files: string[]): Promise<string> {
  const facts = files.map(async (file) => {
    const { size, mtimeMs } = await stat(file);
    return [file, size, mtimeMs].join("\n");
  });
  return hash("sha256", (await Promise.all(facts)).join("\n"));
}

async function isOurs(repository: string, commit: string): Promise<boolean> {
  const args = ["log", "-1", "--format=%ae%n%B", "--end-of-options", commit];
  const { stdout } = await runGit(args, { gitDirectory: repository });
  return stdout.toString().trim() === `${author.email}\n${message.trim()}`;
}
