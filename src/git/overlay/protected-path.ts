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
  const folded = foldPath(path);
  const name = folded.slice(folded.lastIndexOf("/") + 1).replace(/\.yaml$/, ".yml");
  const isBelow = (folder: string) => folded === folder || folded.startsWith(`${folder}/`);
  if (protectedNames.has(name) || protectedFolders.some(isBelow)) {
    throw new AppError(
      "forbidden",
      `${shownPath(path)} controls what runs by itself or how git treats files, so it is read-only. Leave it as it is, and tell the user what to change there.`,
    );
  }
  if (readOnlyPaths.some((entry) => isBelow(foldPath(entry.replace(/\/$/, ""))))) {
    throw new AppError(
      "forbidden",
      `${shownPath(path)} is read-only in this project. Leave it as it is, and tell the user what to change there.`,
    );
  }
}
