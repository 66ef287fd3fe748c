import { globMatcher } from "../../docs/site/glob.ts";
import { earlierCommit } from "../../git/read/commits-between.ts";
import { changedFiles } from "../../git/read/diff.ts";
import {
  branchCommit,
  containsCommit,
  mergeBase,
  resolveCommit,
} from "../../git/read/resolve-commit.ts";
import { AppError } from "../../lib/app-error.ts";
import { newId } from "../../lib/ids.ts";
import { findOpenRun, insertRun } from "../../store/automations/automation-runs.ts";
import {
  activeAutomations,
  passCommit,
  type StoredAutomation,
  updateAutomation,
} from "../../store/automations/automations.ts";
import {
  claimLooks,
  markLooked,
  putOffLook,
  type StoredRepository,
} from "../../store/automations/code-repositories.ts";
import type { FireDeps } from "../automation-deps.ts";
import { type OpenedRepository, openRepository } from "../open-repository.ts";
import { docsFoldersIn, isOutsideDocs } from "../own-docs.ts";
import { mergedPulls } from "./merged-pulls.ts";

const atOnce = 10;
const trustedMs = 24 * 60 * 60_000;
const neverMs = 10 * 365 * trustedMs;
export const longestIntervalMs = 15 * 60_000;

/** Looks at the repositories of code that are due, and makes a run for each automation that something there concerns. */
export async function lookAtCode(deps: FireDeps, signal?: AbortSignal): Promise<void> {
  const nowMs = deps.clock.now().getTime();
  const until = new Date(nowMs + (deps.pollMs || neverMs)).toISOString();
  const now = new Date(nowMs).toISOString();
  for (const repository of await claimLooks(deps.db, { now, until, limit: atOnce })) {
    if (signal?.aborted) return;
    await look(deps, repository, { until, signal });
  }
}

/** Never throws: what is wrong with a repository stands beside it. */
async function look(
  deps: FireDeps,
  repository: StoredRepository,
  { until, signal }: { until: string; signal: AbortSignal | undefined },
): Promise<void> {
  const { db, clock, log } = deps;
  const watching = await activeAutomations(db, "code", repository.id);
  if (watching.length === 0) return;
  try {
    const opened = await openRepository(deps, repository, { signal });
    const tip = await branchCommit(opened.path, opened.branch);
    for (const automation of watching)
      await lookFor(deps, automation, { repository, opened, tip }).catch(async (error) => {
        if (!(error instanceof AppError)) throw error;
        await updateAutomation(db, automation.id, { error: error.message });
      });
    const checkedAt = clock.now().toISOString();
    await markLooked(db, repository.id, { checkedAt, error: "" });
    const later = laterLook(deps, repository);
    if (later) await putOffLook(db, repository.id, { from: until, to: later });
  } catch (err) {
    if (signal?.aborted) return;
    const isExpected = err instanceof AppError;
    log[isExpected ? "info" : "warn"](
      { err, repositoryId: repository.id },
      "could not look at a code repository",
    );
    await markLooked(db, repository.id, {
      error: isExpected ? err.message : "It could not be read: the server's log says why.",
    });
  }
}

/** Where a forge speaks by itself, polling is a second look. */
function laterLook({ pollMs, clock }: FireDeps, { deliveredAt }: StoredRepository) {
  const nowMs = clock.now().getTime();
  const isTold = deliveredAt !== null && Date.parse(deliveredAt) > nowMs - trustedMs;
  if (!isTold || pollMs === 0) return undefined;
  const intervalMs = Math.max(pollMs, Math.min(pollMs * 10, longestIntervalMs));
  return new Date(nowMs + intervalMs).toISOString();
}

type Seen = { repository: StoredRepository; opened: OpenedRepository; tip: string };

async function lookFor(deps: FireDeps, automation: StoredAutomation, seen: Seen): Promise<void> {
  const { db } = deps;
  const { id, seenCommit, spec } = automation;
  const { trigger } = spec;
  const { tip, opened } = seen;
  if (trigger.kind !== "code" || seenCommit === tip) return;
  const pass = { from: seenCommit, to: tip };
  // What was there when the automation was made is no news.
  if (seenCommit === "") return void (await passCommit(db, id, pass));
  // While a run of it is under way, what comes is left for one look later on.
  if (await findOpenRun(db, id)) return;
  const from = await startOf(opened.path, seenCommit, tip);
  const files = await changedFiles(opened.path, from, tip);
  const isMeant = trigger.paths.length === 0 ? () => true : globMatcher(trigger.paths);
  const isCode = isOutsideDocs(await docsFoldersIn(db, seen.repository));
  const meant = files.filter(({ path, oldPath }) =>
    [path, oldPath].some((one) => isMeant(one) && isCode(one)),
  );
  if (meant.length === 0) return void (await passCommit(db, id, pass));
  const pulls = trigger.on === "merge" ? await pullsOf(deps, automation, { ...seen, from }) : [];
  // Commits that came without a pull request are looked at with the next one.
  if (trigger.on === "merge" && pulls.length === 0) return;
  await db.transaction().execute(async (trx) => {
    if (!(await passCommit(trx, id, pass))) return;
    await insertRun(trx, {
      ...{ id: newId("run"), automationId: id, projectId: automation.projectId, subject: "" },
      cause: `${trigger.on} ${tip}`,
      why: whyOf(opened.branch, { tip, files: meant.length, pulls }),
      material: { kind: "code", from, to: tip, pulls },
      createdAt: deps.clock.now().toISOString(),
    });
  });
}

/** Where the commits begin that nobody has looked at: a branch may have been moved by force. */
async function startOf(path: string, seenCommit: string, tip: string): Promise<string> {
  const known = await resolveCommit(path, seenCommit);
  const parted = known && (await mergeBase(path, known, tip));
  return parted ?? earlierCommit(path, tip, 1);
}

async function pullsOf(
  deps: FireDeps,
  automation: StoredAutomation,
  { repository, opened, tip, from }: Seen & { from: string },
) {
  const host = await deps.hostOf(repository);
  if (!host)
    throw new AppError(
      "conflict",
      "Docent speaks no API of this repository's host, or has no token for it, so it sees no merged pull requests: let a push start the automation, or store a token.",
    );
  const pulls = await mergedPulls(host, { branch: opened.branch, since: automation.createdAt });
  const here = [];
  for (const { mergeCommit, ...pull } of pulls) {
    const commit = await resolveCommit(opened.path, mergeCommit);
    if (commit === undefined || (await containsCommit(opened.path, from, commit))) continue;
    if (await containsCommit(opened.path, tip, commit)) here.push(pull);
  }
  return here;
}

function whyOf(
  branch: string,
  { tip, files, pulls }: { tip: string; files: number; pulls: { number: number }[] },
): string {
  const what = `${files === 1 ? "1 file" : `${files} files`} changed`;
  const numbers = pulls.slice(0, 10).map(({ number }) => `#${number}`);
  if (numbers.length > 0)
    return `Pull ${numbers.length === 1 ? "request" : "requests"} ${numbers.join(", ")} ${numbers.length === 1 ? "was" : "were"} merged into ${branch}: ${what}.`;
  return `${branch} was pushed to ${tip.slice(0, 10)}: ${what}.`;
}
