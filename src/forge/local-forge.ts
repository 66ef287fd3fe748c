import { branchCommit, containsCommit, mergeBase } from "../git/read/resolve-commit.ts";
import { mergeBranches } from "../git/write/merge.ts";
import { AppError } from "../lib/app-error.ts";
import {
  branchChanges,
  type ChangePatch,
  findChange,
  findOpenChange,
  openChange,
  type StoredChange,
  updateOpenChange,
} from "../store/jobs/changes.ts";
import type { StoredPull } from "../store/tables.ts";
import { commitText } from "../text/safe/commit-text.ts";
import type { Forge, ForgeChange, OpenChange } from "./forge.ts";
import type { LocalPlace } from "./local-place.ts";
import { conflictError, mergeError } from "./merge-error.ts";
import { settleBranch, settleBranches } from "./settle-branch.ts";
import { toForgeChange } from "./to-forge-change.ts";

const author = { name: "Docent", email: "docent@localhost" };

/** The forge that needs no other: changes are rows of the store, branches and merges those of a git repository on this machine. */
export function localForge(place: LocalPlace): Forge {
  const told = (change: StoredChange) => toForgeChange(place, change);
  const read = async (number: number) => {
    const change = await findChange(place.db, place.project.id, number);
    return change && told(await settleBranch(place, change));
  };
  return {
    open: async (change) => told(await open(place, change)),
    read,
    look: read,
    refresh: () => settleBranches(place),
    ofBranch: async (head) => {
      const changes: ForgeChange[] = [];
      for (const change of await branchChanges(place.db, place.project.id, head))
        changes.push(told(await settleBranch(place, change)));
      return changes;
    },
    merge: async (number, headCommit) => told(await merge(place, number, headCommit)),
    close: async (number) => {
      const change = await settled(place, number);
      if (change.state === "merged") throw conflictError(`Change ${number} is merged already.`);
      return told(await write(place, change, { state: "closed" }));
    },
    markReady: async (number) => {
      const change = requireOpen(await settled(place, number));
      return told(change.draft ? await write(place, change, { draft: false }) : change);
    },
  };
}

async function open(place: LocalPlace, change: OpenChange): Promise<StoredChange> {
  const { repository, db, project } = place;
  const { head, base, headCommit } = change;
  const tip = await branchCommit(repository, head);
  const target = await branchCommit(repository, base);
  const [isThere, parted] = await Promise.all([
    containsCommit(repository, tip, headCommit),
    mergeBase(repository, target, headCommit),
  ]);
  if (!isThere) throw conflictError(`The branch "${head}" has changed meanwhile.`);
  // A change that was merged or whose branch was deleted by hand no longer holds the branch.
  const existing = await findOpenChange(db, project.id, head);
  if (existing !== undefined) await settleBranch(place, existing);
  if (parted === headCommit) return mergedBefore(place, change);
  const stored = {
    projectId: project.id,
    title: plainText(change.title, 300).replace(/\s+/g, " ").trim() || head,
    body: plainText(change.body, 100_000),
    draft: change.draft,
    head,
    base,
    headCommit,
    baseCommit: parted ?? target,
    checks: change.checks,
    jobId: change.sessionId,
  };
  return openChange(db, stored, place.clock.now().toISOString());
}

/** Somebody merged the commit before its job could say that it was done. */
async function mergedBefore(place: LocalPlace, change: OpenChange): Promise<StoredChange> {
  const changes = await branchChanges(place.db, place.project.id, change.head);
  const same = changes.find(({ headCommit }) => headCommit === change.headCommit);
  if (same !== undefined) return same;
  throw conflictError(`"${change.head}" has nothing that "${change.base}" lacks.`);
}

async function merge(
  place: LocalPlace,
  number: number,
  headCommit: string | undefined,
): Promise<StoredChange> {
  const change = await settled(place, number);
  if (change.state === "merged") return change;
  requireOpen(change);
  if (change.draft) {
    throw conflictError(
      `Change ${number} is a draft. Mark it as ready for review before you merge it.`,
    );
  }
  const merged = await mergeBranches(place.repository, {
    base: change.base,
    head: change.head,
    headCommit: headCommit ?? change.headCommit,
    message: `${commitText(`Merge change ${number}: ${change.title}`)}\n`,
    author,
    date: place.clock.now(),
    ...(place.move && { move: place.move }),
  });
  if ("conflicts" in merged) throw mergeError(change, merged.conflicts);
  return write(place, change, { state: "merged", mergeCommit: merged.commit });
}

async function settled(place: LocalPlace, number: number): Promise<StoredChange> {
  const change = await findChange(place.db, place.project.id, number);
  if (!change) throw new AppError("not_found", `There is no change ${number}.`);
  if (change.pull !== null && change.state === "open") throw elsewhere(change.pull);
  return settleBranch(place, change);
}

/** What is a pull request is decided on its forge, never by moving branches. */
function elsewhere({ url }: StoredPull): AppError {
  return new AppError(
    "forbidden",
    `This change is a pull request, and its forge cannot be asked: set the token of the source, or decide it at ${url}.`,
  );
}

function requireOpen(change: StoredChange): StoredChange {
  if (change.state !== "open")
    throw conflictError(`Change ${change.number} is ${change.state} already.`);
  return change;
}

function write(
  { db, clock }: LocalPlace,
  change: StoredChange,
  patch: ChangePatch,
): Promise<StoredChange> {
  return updateOpenChange(db, change, patch, clock.now().toISOString());
}

/** PostgreSQL stores no NUL, and a model may write one. */
function plainText(text: string, maxLength: number): string {
  return text.replaceAll("\0", "").slice(0, maxLength).toWellFormed();
}
