import { setImmediate } from "node:timers/promises";
import {
  dropFromQueue,
  type QueuedAnswer,
  queuedAnswers,
} from "../../store/insights/group-queue.ts";
import { nextVersion, takeTurn } from "../../store/insights/group-turns.ts";
import { dropMembers, rateMember } from "../../store/insights/stale-groups.ts";
import { writePlacements } from "../../store/insights/write-placements.ts";
import type { PlacedTexts } from "./grouping-calls.ts";
import type { GroupingDeps } from "./grouping-deps.ts";
import { loadProject } from "./load-project.ts";
import { sectionsNearby } from "./sections-nearby.ts";

const atOnce = 200;
const turnMs = 30_000;

/** Somebody else wrote the project's centres meanwhile. */
export class OutOfDate extends Error {}

/** Brings answers that wait into groups, until none waits. False: another node does it. */
export async function groupProject(
  deps: GroupingDeps,
  projectId: string,
  signal: AbortSignal,
): Promise<boolean> {
  while (!signal.aborted) {
    const version = await keepTurn(deps, projectId);
    if (version === undefined) return false;
    const queued = await queuedAnswers(deps.db, projectId, atOnce);
    if (queued.length === 0) return true;
    await groupSome(deps, { projectId, version, queued });
    // The embedded store holds up the whole process while it writes.
    await setImmediate();
  }
  return true;
}

export async function keepTurn(
  { db, clock, holder }: Pick<GroupingDeps, "db" | "clock" | "holder">,
  projectId: string,
): Promise<number | undefined> {
  const now = clock.now();
  const heldUntil = new Date(now.getTime() + turnMs).toISOString();
  return takeTurn(db, { projectId, holder, now: now.toISOString(), heldUntil });
}

type Batch = { projectId: string; version: number; queued: QueuedAnswer[] };

async function groupSome(deps: GroupingDeps, batch: Batch): Promise<void> {
  const { projectId, version, queued } = batch;
  const wanted = queued.filter(isWanted);
  const fresh = wanted.filter(({ centreId }) => centreId === null);
  const left = queued.filter((one) => !isWanted(one) && one.centreId !== null);
  const placed = fresh.length > 0 ? await place(deps, batch, fresh) : undefined;
  const at = deps.clock.now().toISOString();
  try {
    await deps.db.transaction().execute(async (trx) => {
      const isMine = await nextVersion(trx, projectId, { holder: deps.holder, version });
      if (!isMine) throw new OutOfDate("the groups were written by somebody else meanwhile");
      if (placed)
        await writePlacements(trx, { ...placed, projectId, at, asked: membersOf(placed, fresh) });
      await dropMembers(
        trx,
        left.map(({ answerId }) => answerId),
      );
      for (const one of wanted)
        if (one.centreId !== null)
          await rateMember(trx, { answerId: one.answerId, ...flagsOf(one) });
      await dropFromQueue(
        trx,
        queued.map(({ answerId }) => answerId),
      );
    });
  } catch (error) {
    await deps.thread.call({ step: "forget", projectId });
    throw error;
  }
}

async function place(deps: GroupingDeps, { projectId, version }: Batch, fresh: QueuedAnswer[]) {
  const nearby = await sectionsNearby(deps.db, fresh);
  const questions = fresh.map(({ answerId, question }) => ({
    ...{ id: answerId, text: question, nearby: nearby.get(answerId) ?? [] },
  }));
  const request = { step: "place", projectId, version, questions } as const;
  let reply = await deps.thread.call(request);
  if (reply.step === "unknown") {
    await loadProject(deps, projectId, version);
    reply = await deps.thread.call(request);
  }
  if (reply.step !== "place") throw new Error("the grouping thread answered something else");
  return reply.placed;
}

/**
 * Questions that the docs did not answer, and those whose answer a reader did not like. An answer with reserve counts as
 * one: it names pages that come near, and says itself that they may not answer. A reader who liked an answer has one.
 */
function isWanted({ state, answerOutcome, rating }: QueuedAnswer): boolean {
  if (rating !== null) return rating === "down";
  return isUnanswered({ state, answerOutcome });
}

function isUnanswered({
  state,
  answerOutcome,
}: Pick<QueuedAnswer, "state" | "answerOutcome">): boolean {
  return state === "unanswered" || answerOutcome === "declined" || answerOutcome === "reserve";
}

function flagsOf(one: QueuedAnswer) {
  return { isUnanswered: isUnanswered(one) ? 1 : 0, isRatedDown: one.rating === "down" ? 1 : 0 };
}

function membersOf({ texts }: PlacedTexts, fresh: QueuedAnswer[]) {
  const byId = new Map(fresh.map((one) => [one.answerId, one]));
  return texts.flatMap((text) => {
    const one = byId.get(text.id);
    return one ? [{ ...text, askedAt: one.askedAt, ...flagsOf(one) }] : [];
  });
}
