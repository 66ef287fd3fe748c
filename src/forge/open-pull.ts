import { containsCommit, mergeBase } from "../git/read/resolve-commit.ts";
import { AppError } from "../lib/app-error.ts";
import {
  branchChanges,
  findOpenChange,
  openChange,
  type StoredChange,
} from "../store/jobs/changes.ts";
import type { OpenChange } from "./forge.ts";
import type { HostedPlace } from "./hosted-place.ts";
import type { HostPull, PullPatch } from "./hosts/forge-host.ts";
import { whileAlone } from "./opening-lock.ts";
import { giveProof } from "./pull-proof.ts";
import { isDraft, withOwnText, withoutMarks } from "./pull-text.ts";
import {
  baseOf,
  fetchMissing,
  hosted,
  nowOf,
  plainText,
  settlePull,
  toStoredPull,
} from "./settle-pull.ts";
import { sessionPage } from "./to-forge-change.ts";

/**
 * Proposes a branch as a pull request, or brings the open one up to date. Alone for its branch, because a forge opens as
 * many as it is asked for; doing it again, after a kill at any moment, leaves one.
 */
export async function openPull(place: HostedPlace, change: OpenChange): Promise<StoredChange> {
  const { db, clock, project } = place;
  const branch = { db, clock, projectId: project.id, head: change.head };
  return whileAlone(branch, () => openAlone(place, change));
}

async function openAlone(place: HostedPlace, change: OpenChange): Promise<StoredChange> {
  const { db, project } = place;
  const { head, headCommit } = change;
  const known = await findOpenChange(db, project.id, head);
  const before = known && (await settlePull(place, known));
  const merged = await mergedBefore(place, change);
  if (merged) return merged;
  const baseCommit = await partingCommit(place, change);
  const title = plainText(change.title, 250).replace(/\s+/g, " ").trim() || head;
  const wanted = { ...change, title };
  const open = before?.state === "open" ? before : undefined;
  const pull = await findOrCreate(place, wanted, open);
  const stored = await openChange(
    db,
    {
      ...{ projectId: project.id, head, base: baseOf(change, pull), headCommit, baseCommit },
      ...{ title: plainText(pull.title, 300), body: plainText(withoutMarks(pull.body), 100_000) },
      ...{ draft: isDraft(pull), checks: change.checks, jobId: change.sessionId },
      pull: {
        ...toStoredPull(place, pull),
        ownTitle: pull.ownTitle,
        proofCommit: open?.pull?.proofCommit ?? "",
      },
    },
    nowOf(place),
  );
  return giveProof(place, hosted(stored));
}

/** Somebody merged the commit before its job could say that it was done. */
async function mergedBefore(
  { db, project }: HostedPlace,
  { head, headCommit }: OpenChange,
): Promise<StoredChange | undefined> {
  const changes = await branchChanges(db, project.id, head);
  return changes.find((one) => one.headCommit === headCommit && one.state === "merged");
}

/** Where the branch left its base. Throws `conflict` where it has nothing of its own: some forges would propose that. */
async function partingCommit(place: HostedPlace, change: OpenChange): Promise<string> {
  const { repository } = place;
  const { head, base, headCommit } = change;
  const [tip, target] = await fetchMissing(place, change, [headCommit, `refs/heads/${base}`]);
  if (target === undefined)
    throw new AppError("not_found", `The repository has no branch named "${base}".`);
  if (tip === undefined)
    throw new AppError("conflict", `The branch "${head}" has changed meanwhile.`);
  if (await containsCommit(repository, target, tip))
    throw new AppError("conflict", `"${head}" has nothing that "${base}" lacks.`);
  return (await mergeBase(repository, target, tip)) ?? target;
}

/** `ownTitle`: the one that Docent gave it last. */
type Found = HostPull & { ownTitle: string };

async function findOrCreate(
  place: HostedPlace,
  change: OpenChange,
  known: StoredChange | undefined,
): Promise<Found> {
  const { host } = place;
  const branches = { head: change.head, base: change.base };
  const found = (await host.find(branches)) ?? (await retargeted(host, known));
  if (found) return bringUpToDate(place, change, found, known);
  try {
    return owned(await create(place, change));
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
    const made = await host.find(branches);
    if (made) return bringUpToDate(place, change, made, known);
    if (!change.draft || (await host.inspect()).drafts) throw error;
    return owned(await create(place, { ...change, draft: false }, true));
  }
}

/** Somebody has pointed the pull request of this branch at another base: it stays the one there is. */
async function retargeted(host: HostedPlace["host"], known: StoredChange | undefined) {
  const pull = known?.pull ? await host.read(known.pull.number) : undefined;
  return pull?.state === "open" ? pull : undefined;
}

async function create(
  place: HostedPlace,
  change: OpenChange,
  isDraftInWords = false,
): Promise<HostPull> {
  const { title, draft, head, base } = change;
  const text = (inWords: boolean) => withOwnText("", ownText(place, change, inWords));
  const pull = await place.host.create({ title, draft, head, base, body: text(isDraftInWords) });
  // A forge that offers no draft and does not say so.
  if (draft && !pull.draft) return place.host.update(pull.number, { body: text(true) });
  return pull;
}

async function bringUpToDate(
  place: HostedPlace,
  change: OpenChange,
  pull: HostPull,
  known: StoredChange | undefined,
): Promise<Found> {
  const mine = known?.pull?.number === pull.number ? known.pull : undefined;
  const isTheirTitle = mine !== undefined && pull.title !== mine.ownTitle;
  const inWords = change.draft && !pull.draft && isDraft(pull);
  const title = isTheirTitle ? pull.title : change.title;
  const body = withOwnText(pull.body, ownText(place, change, inWords));
  const patch: PullPatch = {
    ...(title !== pull.title && { title }),
    ...(body !== pull.body && { body }),
    ...(change.draft !== pull.draft && !inWords && { draft: change.draft }),
  };
  const updated = Object.keys(patch).length === 0 ? pull : await update(place, change, pull, patch);
  return isTheirTitle ? { ...updated, ownTitle: mine.ownTitle } : owned(updated);
}

async function update(
  { host, ...place }: HostedPlace,
  change: OpenChange,
  { number, body }: HostPull,
  patch: PullPatch,
): Promise<HostPull> {
  if (!patch.draft) return host.update(number, patch);
  const made = await host.update(number, patch).catch((error) => {
    if (!(error instanceof AppError) || error.code !== "conflict") throw error;
  });
  if (made?.draft) return made;
  const { draft, ...rest } = patch;
  const text = ownText({ host, ...place }, change, true);
  return host.update(number, { ...rest, body: withOwnText(body, text) });
}

function owned(pull: HostPull): Found {
  return { ...pull, ownTitle: pull.title };
}

function ownText(place: HostedPlace, change: OpenChange, isDraftInWords: boolean) {
  const sessionUrl = sessionPage(place, change.sessionId);
  return { body: plainText(change.body, 100_000), sessionUrl, isDraftInWords };
}
