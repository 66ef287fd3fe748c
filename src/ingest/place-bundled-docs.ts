import { readdir, readFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { resolveCommit } from "../git/read/resolve-commit.ts";
import { runGit } from "../git/run/git.ts";
import { initBareRepository } from "../git/write/build-folder.ts";
import { commitFolder } from "../git/write/commit-folder.ts";

const author = { name: "Docent", email: "docent@localhost" };
const message = "Place the documentation that comes with Docent\n";

/** Puts Docent's own docs into a bare repository, so that the demo project is edited like any other. Once somebody else has committed there, it is theirs. */
export async function placeBundledDocs(docsFolder: string, repository: string): Promise<void> {
  await initBareRepository(repository);
  const tip = await resolveCommit(repository, "refs/heads/main");
  if (tip !== undefined && !(await isOurs(repository, tip))) return;
  const entries = await readdir(docsFolder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  await commitFolder(repository, {
    files: await Promise.all(
      files.map(async (file) => ({
        path: relative(docsFolder, file),
        content: await readFile(file),
      })),
    ),
    message,
    author,
  });
}

async function isOurs(repository: string, commit: string): Promise<boolean> {
  const args = ["log", "-1", "--format=%ae%n%B", "--end-of-options", commit];
  const { stdout } = await runGit(args, { gitDirectory: repository });
  return stdout.toString().trim() === `${author.email}\n${message.trim()}`;
}
