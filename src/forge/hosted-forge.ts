import { setTimeout as sleep } from "node:timers/promises";
import { type MergeConflict, mergeConflicts } from "../git/write/merge.ts";
import { AppError } from "../lib/app-error.ts";
import { branchChanges, findChange, type StoredChange } from "../store/jobs/changes.ts";
import { commitText } from "../text/safe/commit-text.ts";
import { fetchRepository } from "./edited-repository.ts";
import type { Forge } from "./forge.ts";
import type { HostedPlace } from "./hosted-place.ts";
import { conflictError, mergeError } from "./merge-error.ts";
import { openPull } from "./open-pull.ts";
import type { PatientLooks } from "./patient-looks.ts";
import { isDraft, withoutDraftWords } from "./pull-text.ts";
import { type HostedChange, hosted, recordPull, settlePull } from "./settle-pull.ts";
import { toForgeChange } from "./to-forge-change.ts";

type HostedForge = HostedPlace & {
  looks: PatientLooks;
  /** How old what is told may be before the forge is asked again. */
  maxAgeMs: number;
  /** For changes that have no pull request: the remote's branches are all there is. */
  branches: Forge;
};

/**
 * The forge for a remote that has pull requests: rows of the store hold what its API said last, and when. What is read is
 * told from there while the forge is asked again; what is done asks first.
 */
export function hostedForge(place: HostedForge): Forge {
  const { db, project, branches } = place;
  const told = (change: StoredChange) => toForgeChange(place, change);
  return {
    author: () => place.host.author(),
    open: async (change) => told(await openPull(place, change)),
    read: async (number) => {
      const known = await findChange(db, project.id, number);
      if (known) await lookAgain(place, [known]);
      const change = await findChange(db, project.id, number);
      return change && told(change);
    },
    look: async (number) => {
      const known = await findChange(db, project.id, number);
      if (!known) return undefined;
      const change = await settlePull(place, known);
      return change.pull === null ? branches.look(number) : told(change);
    },
    ofBranch: async (head) => {
      await lookAgain(place, await branchChanges(db, project.id, head));
      return (await branchChanges(db, project.id, head)).map(told);
    },
    refresh: () => branches.refresh(),
    merge: async (number, headCommit) => {
      const shown = await findChange(db, project.id, number);
      const change = await settled(place, number);
      if (change.pull === null) return branches.merge(number, headCommit);
      requireSameBase(shown, change);
      return told(await merge(place, hosted(change), headCommit));
    },
    close: async (number) => {
      const change = await settled(place, number);
      if (change.pull === null) return branches.close(number);
      if (change.state === "merged") throw conflictError(`Change ${number} is merged already.`);
      if (change.state === "open") await place.host.close(change.pull.number);
      return told(await settlePull(place, change));
    },
    markReady: async (number) => {
      const change = await settled(place, number);
      if (change.pull === null) return branches.markReady(number);
      return told(await markReady(place, hosted(change)));
    },
  };
}

const mostLooks = 50;

/** Asks the forge for what is not settled yet and was not asked for just now, the longest known first. */
async function lookAgain(place: HostedForge, changes: StoredChange[]): Promise<void> {
  const since = new Date(place.clock.now().getTime() - place.maxAgeMs).toISOString();
  const seenAt = ({ pull }: StoredChange) => pull?.seenAt ?? "";
  const due = changes
    .filter((change) => change.state === "open" && seenAt(change) <= since)
    .sort((one, other) => (seenAt(one) < seenAt(other) ? -1 : 1))
    .slice(0, mostLooks);
  if (due.length === 0) return;
  const numbers = due.map(({ number }) => number);
  await place.looks(`${place.project.id} ${numbers.join(" ")}`, async () => {
    for (const change of due) {
      const now = await settlePull(place, change);
      if (now.pull === null) await place.branches.read(now.number);
    }
  });
}

async function settled(place: HostedForge, number: number): Promise<StoredChange> {
  const change = await findChange(place.db, place.project.id, number);
  if (!change) throw new AppError("not_found", `There is no change ${number}.`);
  return settlePull(place, change);
}

function requireOpen(change: HostedChange): void {
  if (change.state !== "open")
    throw conflictError(`Change ${change.number} is ${change.state} already.`);
}

/** Whoever merges has seen where it goes. */
function requireSameBase(shown: StoredChange | undefined, { base, state }: StoredChange): void {
  if (shown === undefined || shown.base === base || state !== "open") return;
  throw conflictError(`The pull request now goes into "${base}". Look at it again.`);
}

async function markReady(place: HostedForge, change: HostedChange): Promise<StoredChange> {
  requireOpen(change);
  if (!change.draft) return change;
  const { number } = change.pull;
  const pull = await place.host.read(number);
  if (!pull || !isDraft(pull)) return settlePull(place, change);
  const body = withoutDraftWords(pull.body);
  const patch = { ...(pull.draft && { draft: false }), ...(body !== pull.body && { body }) };
  return recordPull(place, change, await place.host.update(number, patch));
}

async function merge(
  place: HostedForge,
  known: HostedChange,
  reviewed: string | undefined,
): Promise<StoredChange> {
  if (known.state === "merged") return known;
  const change = await onceKnown(place, known);
  if (change.state === "merged") return change;
  requireOpen(change);
  const { number, draft, headCommit, head } = change;
  if (draft)
    throw conflictError(
      `Change ${number} is a draft. Mark it as ready for review before you merge it.`,
    );
  if (reviewed !== undefined && reviewed !== headCommit)
    throw conflictError(`The branch "${head}" has changed. Look at it again.`);
  const { mergeability, blockedBy } = change.pull;
  if (mergeability === "conflict") throw await inConflict(place, change);
  if (mergeability === "blocked" && blockedBy.length > 0) throw conflictError(blockedBy.join(" "));
  return mergeThere(place, change);
}

const mergeReads = 10;

async function mergeThere(place: HostedForge, change: HostedChange): Promise<StoredChange> {
  const { host } = place;
  const { number } = change.pull;
  const [method = "merge"] = await host.mergeMethods();
  const title = `${commitText(change.title)} (#${number})`;
  const how = { method, title, message: "" };
  await host.merge(number, { headCommit: change.headCommit, ...how }).catch(async (error) => {
    const now = hosted(await settlePull(place, change));
    if (now.state === "merged") return;
    throw await explained(place, now, error);
  });
  for (let reads = 0; reads < mergeReads; reads += 1) {
    const now = await settlePull(place, change);
    if (now.state !== "open") return now;
    await sleep(Math.min(1_000, place.mergeWaitMs / mergeReads));
  }
  throw new AppError(
    "unavailable",
    "The forge has not made the merge yet. Look again in a moment.",
  );
}

/** A forge works out in the background whether a merge can be made. */
async function onceKnown(place: HostedForge, change: HostedChange): Promise<HostedChange> {
  const end = performance.now() + place.mergeWaitMs;
  let now = change;
  for (let pauseMs = 250; performance.now() < end; pauseMs = Math.min(2_000, pauseMs * 2)) {
    if (now.pull.mergeability !== "unknown" || now.state !== "open" || now.draft) return now;
    await sleep(Math.min(pauseMs, end - performance.now()));
    now = hosted(await settlePull(place, now));
  }
  return now;
}

/** Gitea refuses a conflict without saying that it is one: then git is asked. */
async function explained(
  place: HostedForge,
  change: HostedChange,
  error: unknown,
): Promise<unknown> {
  const { mergeability } = change.pull;
  const refused = error instanceof AppError && error.code === "conflict";
  if (mergeability !== "conflict" && !(refused && mergeability === "unknown")) return error;
  const conflict = await inConflict(place, change);
  return mergeability === "conflict" || conflict.details.length > 0 ? conflict : error;
}

/** The forge says that they do not merge; git says where. */
async function inConflict(place: HostedForge, change: HostedChange): Promise<AppError> {
  const { repository: path, remote } = place;
  const branches = [change.head, change.base];
  const conflicts = await fetchRepository({ path, remote }, { branches, timeoutMs: 30_000 })
    .then(() => mergeConflicts(path, change.base, change.head))
    .catch((error): MergeConflict[] => {
      if (error instanceof AppError) return [];
      throw error;
    });
  return mergeError(change, conflicts);
}
