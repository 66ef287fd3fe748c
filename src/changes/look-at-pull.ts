import type { ForgeHost, HostComment } from "../forge/hosts/forge-host.ts";
import { whileAlone } from "../forge/opening-lock.ts";
import { operator } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { findSource } from "../store/docs/sources.ts";
import {
  insertComment,
  listComments,
  messageKey,
  reviewOf,
  type StoredComment,
} from "../store/jobs/change-comments.ts";
import { listChanges, type StoredChange } from "../store/jobs/changes.ts";
import { instructionOf } from "./comment-instruction.ts";
import { type ChangesDeps, projectForge } from "./project-forge.ts";

export type LookDeps = ChangesDeps & {
  clock: Clock;
  /** What a comment begins with that is meant for the agent. */
  mention: string;
  /** Sends a session another message; the same key twice is one message. */
  sendMessage(message: {
    projectId: string;
    sessionId: string;
    text: string;
    key: string;
  }): Promise<void>;
};

/**
 * Looks at a pull request of a source because something happened there: brings its change up to date, and takes in what
 * people wrote. False: the forge could not be asked, and it is worth another try.
 */
export async function lookAtPull(
  deps: LookDeps,
  { sourceId, number }: { sourceId: string; number: number },
): Promise<boolean> {
  const source = await findSource(deps.db, sourceId);
  if (!source) return true;
  const changes = await listChanges(deps.db, source.projectId);
  const change = changes.find(({ pull }) => pull?.number === number);
  if (!change) return true;
  try {
    const { forge } = await projectForge(deps, operator, source.projectId);
    await forge.look(change.number);
    await takeComments(deps, change);
    return true;
  } catch (error) {
    if (error instanceof AppError && later.has(error.code)) return false;
    throw error;
  }
}

const later = new Set(["unavailable", "rate_limited"]);

/** Reads what is new on a pull request. What is meant for the agent, by somebody who may write, becomes a message of its session. */
export async function takeComments(deps: LookDeps, change: StoredChange): Promise<void> {
  const { db, clock } = deps;
  const { projectId, number, pull, jobId } = change;
  if (pull === null || jobId === "") return;
  const { repository } = await projectForge(deps, operator, projectId);
  const host = await repository.host?.();
  if (!host) return;
  await whileAlone({ db, clock, projectId, head: lockName(number) }, async () => {
    const known = await listComments(db, change);
    // What was written in Docent says nothing of how far the forge was read.
    const read = known.filter(({ commentId }) => reviewOf(commentId) === undefined);
    const since = read.map(({ updatedAt }) => updatedAt).reduce(latest, "");
    const ids = new Set(known.map(({ commentId }) => commentId));
    for (const comment of await host.comments(pull.number, since)) {
      if (comment.isOwn || ids.has(comment.id)) continue;
      const instruction = instructionOf(comment, { mention: deps.mention, number: pull.number });
      // An account that was deleted has no name, and may do nothing.
      const isSomebody = instruction !== undefined && comment.author !== "";
      const isAsked = isSomebody && (await mayAsk(host, comment.author));
      const refusal = isAsked ? await send(deps, change, comment.id, instruction) : undefined;
      await insertComment(db, {
        ...toStored(change, comment),
        state: isAsked ? "asked" : "shown",
        answer: refusal ?? "",
        jobId: isAsked ? jobId : "",
      });
    }
  });
}

/** Whom the forge tells nothing about is not obeyed: what is said besides is still shown. */
async function mayAsk(host: ForgeHost, author: string): Promise<boolean> {
  return host.mayWrite(author).catch((error) => {
    const isUnknown = error instanceof AppError && unknown.has(error.code);
    if (!isUnknown) throw error;
    return false;
  });
}

const unknown = new Set(["not_found", "forbidden"]);

/** One node at a time reads or answers the comments of a change. No branch is called so. */
export function lockName(number: number): string {
  return `comments of ${number}`;
}

/** Why the session does not take the message; undefined when it does. */
async function send(
  deps: LookDeps,
  { projectId, jobId: sessionId }: StoredChange,
  commentId: string,
  text: string,
): Promise<string | undefined> {
  try {
    await deps.sendMessage({ projectId, sessionId, text, key: messageKey(commentId) });
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || later.has(error.code)) throw error;
    return error.message;
  }
}

const longest = { body: 20_000, name: 200, url: 2_000 };

function toStored(change: StoredChange, comment: HostComment) {
  const plain = (text: string, most: number) =>
    text.replaceAll("\0", "").slice(0, most).toWellFormed();
  const { projectId, number } = change;
  return {
    ...{ projectId, number, commentId: plain(comment.id, longest.name) },
    thread: plain(comment.thread, longest.name),
    author: plain(comment.author, longest.name),
    body: plain(comment.body, longest.body),
    path: plain(comment.place?.path ?? "", longest.url),
    line: comment.place?.line ?? 0,
    url: plain(comment.url, longest.url),
    createdAt: timeOf(comment.createdAt),
    updatedAt: timeOf(comment.updatedAt),
  } satisfies Partial<StoredComment>;
}

/** Forges write times with an offset and without fractions. */
function timeOf(text: string): string {
  const time = new Date(text);
  return Number.isNaN(time.getTime()) ? new Date(0).toISOString() : time.toISOString();
}

function latest(one: string, other: string): string {
  return one > other ? one : other;
}
