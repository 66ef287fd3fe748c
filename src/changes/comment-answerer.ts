import type { Log } from "../lib/log.ts";
import { type Repeating, repeat } from "../lib/repeat.ts";
import type { StoredComment } from "../store/jobs/change-comments.ts";
import { answerComments } from "./answer-comments.ts";

type AnswererDeps = Parameters<typeof answerComments>[0] & { log: Log };

const intervalMs = 3_000;
const longestPauseMs = 60 * 60_000;

/**
 * Answers comments on pull requests when the turns of their sessions have ended. A pull request whose forge takes no
 * answer is left alone for twice as long each time: others are not held up by it, and its forge is not asked for ever.
 */
export function createCommentAnswerer(deps: AnswererDeps, everyMs: number = intervalMs): Repeating {
  const warn = (err: unknown, about: object = {}) =>
    deps.log.info({ err, ...about }, "a comment could not be answered");
  const failed = new Map<string, { times: number; untilMs: number }>();
  const nowMs = () => deps.clock.now().getTime();
  const keyOf = ({ projectId, number }: StoredComment) => `${projectId} ${number}`;
  const isDue = (comment: StoredComment) => (failed.get(keyOf(comment))?.untilMs ?? 0) <= nowMs();
  const onFailure = (error: unknown, comment: StoredComment) => {
    const times = (failed.get(keyOf(comment))?.times ?? 0) + 1;
    const pauseMs = Math.min(intervalMs * 2 ** Math.min(times, 20), longestPauseMs);
    failed.set(keyOf(comment), { times, untilMs: nowMs() + pauseMs });
    warn(error, { projectId: comment.projectId, number: comment.number });
  };
  return repeat(() => answerComments(deps, onFailure, isDue), { pauseMs: everyMs, onError: warn });
}
