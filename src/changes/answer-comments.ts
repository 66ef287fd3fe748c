import type { HostComment } from "../forge/hosts/forge-host.ts";
import { whileAlone } from "../forge/opening-lock.ts";
import { operator } from "../lib/actor.ts";
import {
  answerableComments,
  listComments,
  markComment,
  reviewOf,
  type StoredComment,
} from "../store/jobs/change-comments.ts";
import { findChange } from "../store/jobs/changes.ts";
import { defuseMarkdown } from "../text/safe/defuse-markdown.ts";
import { type LookDeps, lockName } from "./look-at-pull.ts";
import { projectForge } from "./project-forge.ts";

type AnswerDeps = Pick<LookDeps, "db" | "clock" | "repositoryOf" | "forgeOf">;

/** Answers in the threads of comments whose turn has ended. Each is answered once, also after a kill between answer and record. */
export async function answerComments(
  deps: AnswerDeps,
  onFailure: (error: unknown, comment: StoredComment) => void,
  isDue: (comment: StoredComment) => boolean = () => true,
): Promise<void> {
  for (const comment of await answerableComments(deps.db)) {
    if (isDue(comment)) await answer(deps, comment).catch((error) => onFailure(error, comment));
  }
}

const longestAnswer = 8_000;

async function answer(deps: AnswerDeps, comment: StoredComment): Promise<void> {
  const { db, clock } = deps;
  const { projectId, number, commentId } = comment;
  // A review is answered by the session it was sent to.
  if (reviewOf(commentId) !== undefined)
    return markComment(db, comment, { state: "answered", answer: comment.answer });
  const change = await findChange(db, projectId, number);
  const { repository } = await projectForge(deps, operator, projectId);
  const host = await repository.host?.();
  const pull = change?.pull;
  if (!host || !pull) return;
  await whileAlone({ db, clock, projectId, head: lockName(number) }, async () => {
    const now = (await listComments(db, comment)).find((one) => one.commentId === commentId);
    if (now?.state !== "asked") return;
    const said = now.answer || comment.answer || "Done.";
    const mark = `<!-- docent:answer ${commentId.replace(/[^\w-]/g, "_")} -->`;
    const written = await host.comments(pull.number, comment.createdAt);
    if (!written.some(({ isOwn, body }) => isOwn && body.includes(mark)))
      await host.reply(
        pull.number,
        written.find(({ id }) => id === commentId) ?? toHostComment(comment),
        `${mark}\n${defuseMarkdown(said.slice(0, longestAnswer))}`,
      );
    await markComment(db, comment, { state: "answered", answer: said });
  });
}

function toHostComment(comment: StoredComment): HostComment {
  const { commentId: id, thread, author, body, path, line, url, createdAt, updatedAt } = comment;
  const place = path === "" ? {} : { place: { path, line, side: "new" as const } };
  return { id, thread, author, isOwn: false, body, ...place, url, createdAt, updatedAt };
}
