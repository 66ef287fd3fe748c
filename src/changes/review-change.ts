import type { ReviewRequest } from "../contract/changes.ts";
import { readFileAt } from "../git/read/read-file-at.ts";
import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import type { Log } from "../lib/log.ts";
import { insertComment, reviewCommentId, reviewKey } from "../store/jobs/change-comments.ts";
import { changeDiff, type DiffCache } from "./change-diff.ts";
import { postReview } from "./post-review.ts";
import {
  type ChangeAddress,
  type ChangesDeps,
  type FoundChange,
  requireChange,
} from "./project-forge.ts";
import { lineInDiff, type Remark, type RemarkedLine, reviewMessage } from "./review-message.ts";

export type ReviewDeps = ChangesDeps & {
  diffs: DiffCache;
  clock: Clock;
  log: Log;
  /** Sends a session another message; the same key twice is one message. */
  sendMessage(message: {
    projectId: string;
    sessionId: string;
    text: string;
    key: string;
  }): Promise<void>;
};

export type ReviewInput = ChangeAddress & {
  request: ReviewRequest;
  /** Of whoever sends it: the same one twice is one review. */
  idempotencyKey: string;
  /** Name of whoever reviews. */
  who: string;
};

const longestMessage = 100_000;

/** Sends what somebody remarked on the lines of a change to the job that proposed it, as one message. */
export async function reviewChange(
  deps: ReviewDeps,
  actor: Actor,
  input: ReviewInput,
): Promise<{ sessionId: string }> {
  const found = await requireChange(deps, actor, input);
  const { request, who } = input;
  const { sessionId, number } = requireJob(found.change);
  if (request.text.trim() === "" && request.remarks.length === 0)
    throw invalid("text", "Write a text, or remark on a line.");
  const lines = await linesOf(deps, found, request);
  const lineOf = (remark: Remark) => lines.get(remark);
  const text = reviewMessage(request, { who, number, lineOf: (remark) => lineOf(remark)?.text });
  if (text.length > longestMessage)
    throw invalid("remarks", `A review has at most ${longestMessage} characters altogether.`);
  const review = input.idempotencyKey || newId("msg");
  const { projectId } = input;
  await deps.sendMessage({ projectId, sessionId, text, key: reviewKey(review) });
  await keepRemarks(deps, { ...input, sessionId, review });
  await postReview(deps, { found, request, who, review, lineOf });
  return { sessionId };
}

/** Only an open change that a job proposed has anybody to work on it. */
export function requireJob(change: FoundChange["change"]): { sessionId: string; number: number } {
  const { sessionId, number, state } = change;
  if (state !== "open")
    throw new AppError(
      "conflict",
      `Change ${number} is ${state} already. Start another job for what is left to do.`,
    );
  if (sessionId === "")
    throw new AppError(
      "conflict",
      `No job proposed change ${number}, so there is none to ask. Start a job on a branch of its own.`,
    );
  return { sessionId, number };
}

/** The lines that are remarked on. Throws for a file that is no part of the change, or has no such line. */
async function linesOf(
  deps: ReviewDeps,
  { change, repository }: FoundChange,
  { remarks }: ReviewRequest,
): Promise<Map<Remark, RemarkedLine>> {
  const { files } = await changeDiff(deps, repository, change);
  const texts = new Map<string, Promise<string[]>>();
  const read = (remark: Remark, oldPath: string) => {
    const isOld = remark.side === "old";
    const place = isOld
      ? { commit: change.baseCommit, path: oldPath }
      : { commit: change.headCommit, path: remark.path };
    const key = `${remark.side} ${remark.path}`;
    const known = texts.get(key);
    const text =
      known ?? readFileAt(repository.path, place).then((found) => found?.split("\n") ?? []);
    texts.set(key, text);
    return text;
  };
  const lines = new Map<Remark, RemarkedLine>();
  for (const [index, remark] of remarks.entries()) {
    const file = files.find(({ path }) => path === remark.path);
    if (!file) throw invalid(`remarks.${index}.path`, "The change has no such file.");
    const shown = lineInDiff(file, remark);
    const text = shown?.text ?? (await read(remark, file.oldPath))[remark.line - 1];
    if (text === undefined) throw invalid(`remarks.${index}.line`, "The file has no such line.");
    lines.set(remark, { text, oldPath: file.oldPath, shown });
  }
  return lines;
}

async function keepRemarks(
  { db, clock }: ReviewDeps,
  { projectId, number, request, who, sessionId, review }: ReviewInput & Kept,
): Promise<void> {
  const at = clock.now().toISOString();
  const whole =
    request.text.trim() === "" ? [] : [{ path: "", line: 0, side: "new", body: request.text }];
  for (const [index, { path, line, side, body }] of [...whole, ...request.remarks].entries())
    await insertComment(db, {
      ...{ projectId, number, commentId: reviewCommentId(review, index), thread: side },
      ...{ author: storable(who), body: storable(body), path: storable(path), line, url: "" },
      ...{ state: "asked", answer: "", jobId: sessionId, createdAt: at, updatedAt: at },
    });
}

type Kept = { sessionId: string; review: string };

/** PostgreSQL stores neither a NUL nor half a character. */
function storable(text: string): string {
  return text.replaceAll("\0", "").toWellFormed();
}

function invalid(path: string, message: string): AppError {
  return new AppError("invalid_request", message, { details: [{ path, message }] });
}
