import { isSafeBranchName } from "../git/read/branch-name.ts";
import {
  containsCommit,
  isCommitId,
  mergeBase,
  resolveCommit,
} from "../git/read/resolve-commit.ts";
import { AppError } from "../lib/app-error.ts";
import { type ChangePatch, type StoredChange, writeHostedChange } from "../store/jobs/changes.ts";
import type { StoredPull } from "../store/tables.ts";
import { fetchRepository } from "./edited-repository.ts";
import type { HostedPlace } from "./hosted-place.ts";
import type { HostPull } from "./hosts/forge-host.ts";
import { isDraft, withoutMarks } from "./pull-text.ts";

export type HostedChange = StoredChange & { pull: StoredPull };

/**
 * Brings a change up to date with its pull request, which is asked for and never guessed from branches. A change that
 * was made before the forge could be asked gets the pull request that somebody opened for its branch, if there is one.
 */
export async function settlePull(place: HostedPlace, change: StoredChange): Promise<StoredChange> {
  const { host } = place;
  if (change.pull === null) {
    if (change.state !== "open") return change;
    const found = await host.find({ head: change.head, base: change.base });
    return found ? recordPull(place, change, found) : change;
  }
  if (change.state === "merged") return change;
  const pull = await host.read(change.pull.number);
  if (pull) return recordPull(place, change, pull);
  // A repository that is no longer shown says nothing about its pull requests: this throws then.
  await host.inspect();
  return writeHostedChange(place.db, change, { state: "closed", updatedAt: nowOf(place) });
}

/** Writes down what the forge says. */
export async function recordPull(
  place: HostedPlace,
  change: StoredChange,
  pull: HostPull,
  own: Partial<Pick<StoredPull, "ownTitle" | "proofCommit">> = {},
): Promise<HostedChange> {
  const { state } = pull;
  // Where the branch is gone some forges name no commit, and what is none could be the name of a branch.
  const headCommit = isCommitId(pull.headCommit) ? pull.headCommit : change.headCommit;
  const mergeCommit = isCommitId(pull.mergeCommit) ? pull.mergeCommit : "";
  const draft = isDraft(pull);
  const isNews =
    change.state !== state || change.headCommit !== headCommit || change.draft !== draft;
  const patch: ChangePatch = {
    state,
    draft,
    title: plainText(pull.title, 300) || change.title,
    body: plainText(withoutMarks(pull.body), 100_000),
    ...{ headCommit, mergeCommit, base: baseOf(change, pull) },
    baseCommit: await baseCommitOf(place, change, { state, headCommit, mergeCommit }),
    pull: { ...toStoredPull(place, pull), ...kept(change, pull), ...own },
    ...(isNews && { updatedAt: nowOf(place) }),
  };
  return hosted(await writeHostedChange(place.db, change, patch));
}

export function toStoredPull(place: HostedPlace, pull: HostPull): StoredPull {
  const { number, title, mergeability, blockedBy } = pull;
  const [nodeId, mergedBy] = [plainText(pull.nodeId, 200), plainText(pull.mergedBy, 200)];
  const url = isWebAddress.test(pull.url) ? pull.url : place.host.repository.webUrl;
  return {
    ...{ kind: place.host.repository.kind, number, nodeId, url, ownTitle: title },
    ...{ mergedBy, mergeability, blockedBy: blockedBy.slice(0, 20), seenAt: nowOf(place) },
    proofCommit: "",
  };
}

/** People follow it: it leads to a page, whatever the forge says. */
const isWebAddress = /^https?:\/\/[^\s"'<>\\\p{C}]{1,2000}$/u;

export function hosted(change: StoredChange): HostedChange {
  const { pull } = change;
  if (pull === null) throw new AppError("conflict", `Change ${change.number} has no pull request.`);
  return { ...change, pull };
}

/** People may point a pull request at another branch. */
export function baseOf({ base }: { base: string }, pull: Pick<HostPull, "base">): string {
  return isSafeBranchName(pull.base) ? pull.base : base;
}

/** PostgreSQL stores no NUL, and a forge may hand one on. */
export function plainText(text: string, maxLength: number): string {
  return text.replaceAll("\0", "").slice(0, maxLength).toWellFormed();
}

export function nowOf({ clock }: Pick<HostedPlace, "clock">): string {
  return clock.now().toISOString();
}

function kept(change: StoredChange, pull: HostPull) {
  if (change.pull?.number !== pull.number) return {};
  const { ownTitle, proofCommit } = change.pull;
  return { ownTitle, proofCommit };
}

/**
 * Where the branch left its base. After a merge the base holds the branch, and says nothing of that any more: then it
 * is worked out only for a head that is new here, from what the base was before.
 */
async function baseCommitOf(
  place: HostedPlace,
  change: StoredChange,
  { state, headCommit, mergeCommit }: Pick<HostPull, "state" | "headCommit" | "mergeCommit">,
): Promise<string> {
  const { repository } = place;
  const isSame = headCommit === change.headCommit;
  if (state !== "open" && isSame) return change.baseCommit;
  const commits = [headCommit, ...(mergeCommit ? [mergeCommit] : [])];
  if (!isSame) await fetchMissing(place, change, commits);
  if (!(await resolveCommit(repository, headCommit))) return change.baseCommit;
  const target = await baseBefore(repository, change.base, { headCommit, mergeCommit });
  const parted = target && (await mergeBase(repository, target, headCommit));
  return parted === undefined || parted === headCommit ? change.baseCommit : parted;
}

async function baseBefore(
  repository: string,
  base: string,
  { headCommit, mergeCommit }: Pick<HostPull, "headCommit" | "mergeCommit">,
): Promise<string | undefined> {
  if (mergeCommit === "") return resolveCommit(repository, `refs/heads/${base}`);
  const merged = await resolveCommit(repository, mergeCommit);
  // A fast-forward made no commit whose parent would be the base.
  if (!merged || (await containsCommit(repository, headCommit, merged))) return undefined;
  return resolveCommit(repository, `${merged}^1`);
}

const fetchTimeoutMs = 30_000;

/** The commits these names stand for, fetched where one is missing. What cannot be fetched is shown without its diff until it can. */
export async function fetchMissing(
  { repository: path, remote }: Pick<HostedPlace, "repository" | "remote">,
  { head, base }: { head: string; base: string },
  names: string[],
): Promise<(string | undefined)[]> {
  const find = () => Promise.all(names.map((name) => resolveCommit(path, name)));
  const found = await find();
  if (!found.includes(undefined)) return found;
  const options = { branches: [head, base], timeoutMs: fetchTimeoutMs };
  await fetchRepository({ path, remote }, options).catch((error) => {
    if (!(error instanceof AppError)) throw error;
  });
  return find();
}
