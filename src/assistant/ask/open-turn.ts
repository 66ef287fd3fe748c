import type { AnswerEvent } from "../../contract/answer-events.ts";
import { type AssistantRequest, shortestChatId } from "../../contract/assistant.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { type AskedSettings, insertAnswer, insertEvents } from "../../store/answers/answers.ts";
import {
  appendMessage,
  claimChat,
  deleteThread,
  findChatThread,
  findThread,
  insertThread,
  lockThread,
  rememberChat,
  supersedeMessages,
  type ThreadMessage,
  threadMessages,
} from "../../store/answers/threads.ts";
import type { Database, DatabaseTransaction } from "../../store/database.ts";
import { findProject } from "../../store/docs/projects.ts";
import { leaseMs } from "../log/answer-log.ts";
import { type ClientQuestion, readQuestion, threadInMessages } from "./read-question.ts";

export type Turn = {
  answerId: string;
  /** The key the question came with; "" for none. */
  keyId: string;
  messageId: string;
  threadId: string;
  question: string;
  /** The conversation before this question, oldest first. */
  history: { role: "user" | "assistant"; text: string }[];
  revisionId: string | null;
};

type Deps = { db: Database; clock: Clock };
type Place = { projectId: string; request: AssistantRequest; at: string };

/** Finds the thread and commits the question, before a single byte of the answer leaves. */
export async function openTurn(
  deps: Deps,
  asker: { projectId: string; keyId: string },
  request: AssistantRequest,
): Promise<Turn> {
  const { projectId, keyId } = asker;
  const question = readQuestion(request);
  const now = deps.clock.now();
  const place: Place = { projectId, request, at: now.toISOString() };
  return deps.db.transaction().execute(async (trx) => {
    const project = await findProject(trx, projectId);
    const threadId = await findOrCreateThread(trx, place);
    const history = await placeQuestion(trx, threadId, question, place);
    const turn: Turn = {
      answerId: newId("ans"),
      keyId,
      messageId: newId("msg"),
      threadId,
      question: question.text,
      history: history.map(({ role, text }) => ({ role, text })),
      revisionId: project?.currentRevisionId ?? null,
    };
    await insertAnswer(trx, {
      id: turn.answerId,
      projectId,
      threadId,
      messageId: turn.messageId,
      chatId: request.id ?? "",
      fp: request.fp,
      question: question.text,
      keyId,
      settings: settingsOf(request),
      revisionId: turn.revisionId,
      createdAt: place.at,
      leaseExpiresAt: new Date(now.getTime() + leaseMs).toISOString(),
    });
    const reply = {
      id: turn.messageId,
      role: "assistant",
      clientId: "",
      text: "",
      answerId: turn.answerId,
    } as const;
    await appendMessage(trx, threadId, reply, place.at);
    await insertEvents(trx, [{ answerId: turn.answerId, seq: 1, event: startEvent(turn) }]);
    return turn;
  });
}

function settingsOf(request: AssistantRequest): AskedSettings {
  const { retrievalPageSize, filter, context, currentPath } = request;
  return { retrievalPageSize, filter, context, currentPath: currentPath ?? "" };
}

function startEvent(turn: Turn): AnswerEvent {
  return { type: "start", messageId: turn.messageId, messageMetadata: { threadId: turn.threadId } };
}

async function findOrCreateThread(trx: DatabaseTransaction, place: Place): Promise<string> {
  const { projectId, request, at } = place;
  const chatId =
    request.id !== undefined && request.id.length >= shortestChatId ? request.id : undefined;
  const chat = chatId === undefined ? undefined : { projectId, chatId, fp: request.fp };
  const named = request.threadId ?? threadInMessages(request);
  if (named !== undefined) await requireThread(trx, named, place);
  const threadId = named ?? (chat && (await findChatThread(trx, chat)));
  if (threadId === undefined) return createThread(trx, place, chat);
  await lockThread(trx, threadId, at);
  if (chat) await rememberChat(trx, { ...chat, threadId });
  return threadId;
}

type Chat = { projectId: string; chatId: string; fp: string };

/** Two first questions of one chat at the same moment end in one thread. */
async function createThread(
  trx: DatabaseTransaction,
  { projectId, request, at }: Place,
  chat: Chat | undefined,
): Promise<string> {
  const id = newId("thr");
  await insertThread(trx, { id, projectId, fp: request.fp }, at);
  const threadId = chat ? await claimChat(trx, { ...chat, threadId: id }) : id;
  if (threadId === id) return id;
  await deleteThread(trx, id);
  await lockThread(trx, threadId, at);
  return threadId;
}

async function requireThread(
  trx: DatabaseTransaction,
  threadId: string,
  place: Place,
): Promise<void> {
  const thread = await findThread(trx, threadId);
  if (thread?.projectId === place.projectId && thread.fp === place.request.fp) return;
  throw new AppError(
    "not_found",
    "This conversation does not exist, or belongs to someone else. Leave threadId out to start a new one.",
  );
}

/** Returns the conversation before the question, which may replace what the client edited, repeats or wants answered anew. */
async function placeQuestion(
  trx: DatabaseTransaction,
  threadId: string,
  question: ClientQuestion,
  place: Place,
): Promise<ThreadMessage[]> {
  const messages = await threadMessages(trx, threadId);
  const replaced = replacedMessage(messages, question, place.request);
  if (replaced) {
    const sameQuestion = replaced.text === question.text;
    const from = sameQuestion ? replaced.ordinal + 1 : replaced.ordinal;
    await supersedeMessages(trx, threadId, from, place.at);
    if (sameQuestion) return messages.filter((message) => message.ordinal < replaced.ordinal);
  }
  const asked = {
    id: newId("msg"),
    role: "user",
    clientId: question.clientId,
    text: question.text,
    answerId: null,
  } as const;
  await appendMessage(trx, threadId, asked, place.at);
  return replaced ? messages.filter((message) => message.ordinal < replaced.ordinal) : messages;
}

/** The stored question this request answers anew: a regenerate, an edited message, or a request sent twice. */
function replacedMessage(
  messages: ThreadMessage[],
  question: ClientQuestion,
  request: AssistantRequest,
): ThreadMessage | undefined {
  const questions = messages.filter((message) => message.role === "user");
  const last = questions.at(-1);
  const named = (id: string) => questions.findLast((message) => message.clientId === id);
  if (request.trigger === "regenerate-message") {
    const same = questions.filter((message) => message.text === question.text);
    return (
      same.findLast((message) => message.clientId === question.clientId) ?? same.at(-1) ?? last
    );
  }
  if (request.messageId) return named(request.messageId);
  const repeated =
    last !== undefined && last.clientId !== "" && last.clientId === question.clientId;
  return repeated && last.text === question.text ? last : undefined;
}
