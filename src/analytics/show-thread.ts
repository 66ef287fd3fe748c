import type { ThreadDetail } from "../contract/insights/analytics.ts";
import { type Actor, mayNameRefs, permitReading } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { passagesOfAnswers, questionsOfAnswers } from "../store/answers/analytics.ts";
import { findThread, newestMessages } from "../store/answers/threads.ts";
import type { Database } from "../store/database.ts";
import type { AnswerPassage } from "../store/tables.ts";
import { toAskedQuestion } from "./to-asked-question.ts";

const most = { limit: 2_000, mostBytes: 8 * 1_048_576 };

/** A whole conversation, oldest first, with what was replaced in it. */
export async function showThread(
  deps: { db: Database },
  actor: Actor,
  place: { projectId: string; threadId: string },
): Promise<ThreadDetail> {
  permitReading(actor, place.projectId);
  const thread = await findThread(deps.db, place.threadId);
  const isHidden = thread?.isOfRef === true && !mayNameRefs(actor);
  if (thread?.projectId !== place.projectId || isHidden)
    throw new AppError("not_found", "There is no such thread in this project.");
  const { fp, createdAt, updatedAt } = thread;
  const { messages, isWhole } = await newestMessages(deps.db, place.threadId, most);
  const answerIds = messages.flatMap(({ answerId }) => answerId ?? []);
  const questions = await questionsOfAnswers(deps.db, place.projectId, answerIds);
  const passages = await passagesOfAnswers(deps.db, answerIds);
  const answers = new Map(questions.map((question) => [question.messageId, question]));
  return {
    threadId: place.threadId,
    ...{ fp, createdAt, updatedAt },
    messages: messages.map((message) => {
      const answer = answers.get(message.id);
      return {
        messageId: message.id,
        role: message.role,
        text: message.text,
        createdAt: message.createdAt,
        replacedAt: message.supersededAt,
        answer: answer
          ? {
              ...toAskedQuestion(answer),
              passages: (passages.get(answer.id) ?? []).map(shownPassage),
            }
          : null,
      };
    }),
    isWhole,
  };
}

function shownPassage({ path, startLine, endLine, score }: AnswerPassage) {
  return { path, startLine, endLine, score };
}
