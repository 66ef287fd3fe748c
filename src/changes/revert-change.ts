import { fetchRepository } from "../forge/edited-repository.ts";
import type { Forge, ForgeChange } from "../forge/forge.ts";
import { whileAlone } from "../forge/opening-lock.ts";
import { branchCommit, resolveCommit } from "../git/read/resolve-commit.ts";
import { publishCommit } from "../git/remote/publish-commit.ts";
import { persistently } from "../git/run/retry.ts";
import { moveBranch } from "../git/write/move-branch.ts";
import { takeBack } from "../git/write/take-back.ts";
import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { findChange } from "../store/jobs/changes.ts";
import { commitText, defuseTitle } from "../text/safe/commit-text.ts";
import {
  type ChangeAddress,
  type ChangesDeps,
  type FoundChange,
  requireChange,
} from "./project-forge.ts";

export type RevertDeps = ChangesDeps & {
  clock: Clock;
  /** Who makes commits, where the operator says so. */
  author?: { name: string; email: string } | undefined;
};

const fetchTimeoutMs = 60_000;

/**
 * Proposes a change that takes a merged one back, upon its base as it is now. While one is open it is that one. What was
 * changed since in the same places is a `conflict` with a detail for each file.
 */
export async function revertChange(
  deps: RevertDeps,
  actor: Actor,
  address: ChangeAddress,
): Promise<{ number: number }> {
  const found = await requireChange(deps, actor, address, "look");
  const { forge, change, repository } = found;
  const { projectId, number } = address;
  if (change.state !== "merged")
    throw new AppError("conflict", `Change ${number} is not merged: there is nothing to revert.`);
  const { db, clock } = deps;
  return whileAlone({ db, clock, projectId, head: `revert of ${number}` }, async () => {
    const { open, branches } = await earlierReverts(forge, number);
    if (open) return { number: open.number };
    const options = { branches: [change.base, change.head], timeoutMs: fetchTimeoutMs };
    await fetchRepository(repository, options);
    const made = await makeCommit(deps, found);
    const branch = await freeBranch(repository.path, branches, made.commit);
    await putOnBranch(found, { ...made, branch });
    const { number: opened } = await forge.open({
      ...{ title: titleOf(change), body: bodyOf(change), draft: false, checks: [], sessionId: "" },
      ...{ head: branch, base: change.base, headCommit: made.commit },
    });
    return { number: opened };
  });
}

const mostReverts = 20;

/** The one that is open, or else the names that the branch of another may have. */
async function earlierReverts(
  forge: Forge,
  number: number,
): Promise<{ open?: ForgeChange; branches: string[] }> {
  const names = Array.from({ length: mostReverts }, (_, index) =>
    index === 0 ? `docent/revert-${number}` : `docent/revert-${number}-${index + 1}`,
  );
  for (const [index, name] of names.entries()) {
    const changes = await forge.ofBranch(name);
    const open = changes.find(({ state }) => state === "open");
    if (open) return { open, branches: [] };
    if (changes.length === 0) return { branches: names.slice(index) };
  }
  return { branches: [] };
}

type Made = { commit: string; tip: string; author: { name: string; email: string } };

async function makeCommit(deps: RevertDeps, found: FoundChange): Promise<Made> {
  const { change, repository, forge, project } = found;
  const { path } = repository;
  const tip = await branchCommit(path, change.base);
  const stored = await findChange(deps.db, project.id, change.number);
  const effect = await effectOf(path, change, stored?.mergeCommit ?? "");
  const author = deps.author ?? (await forge.author?.()) ?? docentAuthor;
  // The same again after a kill is the same commit.
  const date = new Date(change.updatedAt);
  const message = `${commitText(titleOf(change))}\n\n${commitText(`This takes change ${change.number} back.`)}\n`;
  const made = await takeBack(path, { tip, ...effect, message, author, date });
  if ("conflicts" in made)
    throw new AppError(
      "conflict",
      `Change ${change.number} cannot be reverted by itself: what it changed was changed again since. Start a job that says what to take back.`,
      {
        details: made.conflicts
          .slice(0, 100)
          .map(({ path, reason }) => ({ path, message: reason })),
      },
    );
  if (made.commit === tip)
    throw new AppError(
      "conflict",
      `There is nothing left of change ${change.number} in "${change.base}" to revert.`,
    );
  return { commit: made.commit, tip, author };
}

const docentAuthor = { name: "Docent", email: "docent@localhost" };

/** A merge commit says best what came in by it; a squash, a rebase or a merge by hand brought in the branch's own diff. */
async function effectOf(
  repository: string,
  { baseCommit, headCommit }: ForgeChange,
  mergeCommit: string,
): Promise<{ before: string; after: string }> {
  const second = mergeCommit && (await resolveCommit(repository, `${mergeCommit}^2`));
  const isMerge = second === headCommit;
  const first = isMerge && (await resolveCommit(repository, `${mergeCommit}^1`));
  if (first) return { before: first, after: mergeCommit };
  const there = await Promise.all(
    [baseCommit, headCommit].map((commit) => resolveCommit(repository, commit)),
  );
  if (!there.includes(undefined)) return { before: baseCommit, after: headCommit };
  throw new AppError(
    "conflict",
    "The commits of this change are no longer in the repository, so it cannot be reverted here. Revert it with git, or start a job that says what to take back.",
  );
}

/** Also one that a revert had made before it was killed. */
async function freeBranch(repository: string, names: string[], commit: string): Promise<string> {
  for (const name of names) {
    const tip = await resolveCommit(repository, `refs/heads/${name}`);
    if (tip === undefined || tip === commit) return name;
  }
  throw new AppError(
    "conflict",
    "This change was reverted too often. Delete the branches of earlier reverts, then try again.",
  );
}

async function putOnBranch(
  { repository }: FoundChange,
  { commit, tip, author, branch }: Made & { branch: string },
): Promise<void> {
  const { path, remote, defaultBranch } = repository;
  const from = await resolveCommit(path, `refs/heads/${branch}`);
  if (from !== commit && !(await moveBranch(path, { branch, from, to: commit, author })))
    throw new AppError("conflict", `Somebody else has made the branch "${branch}". Try again.`);
  if (remote === undefined) return;
  const push = { repository: path, remote, branch, commit, expected: tip, base: defaultBranch };
  await persistently(() => publishCommit(push));
}

function titleOf({ title, number }: ForgeChange): string {
  return defuseTitle(`Revert "${title || `change ${number}`}"`);
}

function bodyOf({ number, url, base, headCommit }: ForgeChange): string {
  return `This takes [change ${number}](${url}) back, which was merged into \`${base}\` as ${headCommit.slice(0, 10)}.\n\nNo check was run on it.`;
}
