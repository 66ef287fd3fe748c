import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Every file of the project below root that git does not ignore, as sorted paths with "/". */
export function listFiles(root: string): string[] {
  const files = existsSync(join(root, ".git")) ? listWithGit(root) : walk(root);
  return files.sort();
}

function listWithGit(root: string): string[] {
  const options = ["--cached", "--others", "--exclude-standard", "-z"];
  const git = spawnSync("git", ["-C", root, "ls-files", ...options], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  if (git.error !== undefined) throw git.error;
  if (git.status !== 0) throw new Error(`git ls-files failed: ${git.stderr}`);
  const paths = new Set(git.stdout.split("\0").filter((path) => path !== ""));
  return [...paths].filter((path) => existsSync(join(root, path)));
}

// An unpacked archive has no .git folder; the names are those of .gitignore.
const GENERATED = new Set(["node_modules", "dist", "coverage", ".docent", ".git"]);

function walk(root: string, folder = ""): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (GENERATED.has(entry.name)) return [];
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) return walk(root, path);
    return entry.isFile() ? [path] : [];
  });
}
