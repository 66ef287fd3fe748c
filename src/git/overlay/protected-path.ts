import { AppError } from "../../lib/app-error.ts";
import { foldPath, shownPath } from "../../lib/repository-path.ts";

// What runs by itself on somebody's machine, or says who must agree to a change, is not for a job to edit.
const protectedFolders = [
  ".github/workflows",
  ".github/actions",
  ".gitea",
  ".forgejo",
  ".gitlab",
  ".circleci",
  ".buildkite",
  ".woodpecker",
  ".semaphore",
  ".teamcity",
  ".tekton",
  ".builds",
  ".azure-pipelines",
  ".husky",
  // What runs on the machine of whoever opens the branch, an agent's tools included.
  ".vscode",
  ".idea",
  ".devcontainer",
  ".claude",
  ".cursor",
];
const protectedNames = new Set([
  ".gitattributes",
  ".gitmodules",
  ".gitlab-ci.yml",
  ".travis.yml",
  ".drone.yml",
  ".woodpecker.yml",
  ".cirrus.yml",
  ".appveyor.yml",
  "appveyor.yml",
  ".build.yml",
  "azure-pipelines.yml",
  "bitbucket-pipelines.yml",
  "cloudbuild.yml",
  ".pre-commit-config.yml",
  "lefthook.yml",
  "jenkinsfile",
  "codeowners",
  ".envrc",
  ".mcp.json",
]);

/** Refuses paths that a job may read but never change: automation, git's own files, and the operator's list. */
export function requireUnprotected(path: string, readOnlyPaths: readonly string[]): void {
  if (isProtected(path)) {
    throw new AppError(
      "forbidden",
      `${shownPath(path)} controls what runs by itself or how git treats files, so it is read-only. Leave it as it is, and tell the user what to change there.`,
    );
  }
  const folded = foldPath(path);
  if (readOnlyPaths.some((entry) => isIn(foldPath(entry.replace(/\/$/, "")), folded))) {
    throw new AppError(
      "forbidden",
      `${shownPath(path)} is read-only in this project. Leave it as it is, and tell the user what to change there.`,
    );
  }
}

/** Whether a path is automation or git's own, which nothing opens to a job. */
export function isProtected(path: string): boolean {
  const folded = foldPath(path);
  const name = folded.slice(folded.lastIndexOf("/") + 1).replace(/\.yaml$/, ".yml");
  return protectedNames.has(name) || protectedFolders.some((folder) => isIn(folder, folded));
}

function isIn(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}
