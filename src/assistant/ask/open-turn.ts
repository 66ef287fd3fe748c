import { type AssistantRequest, shortestChatId } from "../../contract/assistant.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { charactersOf } from "../../models/calls/estimate-tokens.ts";
import { insertAnswer, insertEvents } from "../../store/answers/answers.ts";
import {
  closestQuestion,
  type FoundQuestion,
  historyBefore,
  newestQuestion,
  type PastMessage,
} from "../../store/answers/history.ts";
import {
  type Chat,
  claimChat,
  deleteThread,
  findChatThread,
  findThread,
  forgetChat,
  insertMessages,
  insertThread,
  lastOrdinal,
  lockThread,
  rememberChat,
  supersedeMessages,
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
  /** What of the conversation before this question is remembered, oldest first. */
  history: PastMessage[];
  revisionId: string | null;
};

type Deps = {
  db: Database;
  clock: Clock;
  /** How much of a conversation is remembered. */
  historyTokens: number;
};
/** A branch or commit that is asked in place of the docs that readers see. */
export type RefAsked = { ref: string; currentRevisionId: string };

type Place = {
  projectId: string;
  request: AssistantRequest;
  at: string;
  historyTokens: number;
  /** Whether it is about text that is not merged: such conversations are kept apart from those of readers. */
  isOfRef: boolean;
};

/** Finds the thread and commits the question, before a single byte of the answer leaves. */
export async function openTurn(
  deps: Deps,
  asker: { projectId: string; keyId: string } & Partial<RefAsked>,
  request: AssistantRequest,
): Promise<Turn> {
  const { projectId, keyId, ref = "" } = asker;
  const { id: chatId = "", fp, retrievalPageSize, filter, context, currentPath } = request;
  const question = readQuestion(request);
  const now = deps.clock.now();
  const { historyTokens } = deps;
  const isOfRef = ref !== "";
  const place: Place = { projectId, request, at: now.toISOString(), historyTokens, isOfRef };
  const answerId = newId("ans");
  const messageId = newId("msg");
  return deps.db.transaction().execute(async (trx) => {
    const project = await findProject(trx, projectId);
    const revisionId = asker.currentRevisionId ?? project?.currentRevisionId ?? null;
    const thread = await findOrCreateThread(trx, place);
    const { threadId } = thread;
    const { history, asked, ordinal } = await placeQuestion(trx, thread, question, place);
    const turn = { keyId, messageId, threadId, question: question.text, revisionId };
    await insertAnswer(trx, {
      ...turn,
      id: answerId,
      projectId,
      chatId,
      fp,
      ref,
      settings: { retrievalPageSize, filter, context, currentPath: currentPath ?? "" },
      createdAt: place.at,
      leaseExpiresAt: new Date(now.getTime() + leaseMs).toISOString(),
    });
    const reply = { id: messageId, role: "assistant", clientId: "", text: "", answerId } as const;
    await insertMessages(trx, { threadId, ordinal, at: place.at }, [...asked, reply]);
    const event = { type: "start", messageId, messageMetadata: { threadId } } as const;
    await insertEvents(trx, [{ answerId, seq: 1, event }]);
    return { ...turn, answerId, history };
  });
}

type FoundThread = { threadId: string; isNew: boolean };

async function findOrCreateThread(trx: DatabaseTransaction, place: Place): Promise<FoundThread> {
  const { projectId, request, at } = place;
  const { id: chatId = "", fp } = request;
  const chat = chatId.length >= shortestChatId ? { projectId, chatId, fp } : undefined;
  const named = request.threadId ?? threadInMessages(request);
  if (named !== undefined) await requireThread(trx, named, place);
  const threadId = named ?? (chat && (await threadOfChat(trx, chat, place)));
  if (threadId === undefined) return createThread(trx, place, chat);
  await lockThread(trx, threadId, at);
  if (chat) await rememberChat(trx, { ...chat, threadId });
  return { threadId, isNew: false };
}

/** A chat that goes from the docs to a branch, or back, begins another thread. */
async function threadOfChat(
  trx: DatabaseTransaction,
  chat: Chat,
  { isOfRef }: Place,
): Promise<string | undefined> {
  const threadId = await findChatThread(trx, chat);
  const thread = threadId === undefined ? undefined : await findThread(trx, threadId);
  if (thread && thread.isOfRef !== isOfRef) await forgetChat(trx, chat);
  return thread?.isOfRef === isOfRef ? threadId : undefined;
}

/** Two first questions of one chat at the same moment end in one thread. */
async function createThread(
  trx: DatabaseTransaction,
  { projectId, request, at, isOfRef }: Place,
  chat: Chat | undefined,
): Promise<FoundThread> {
  const id = newId("thr");
  await insertThread(trx, { id, projectId, fp: request.fp, isOfRef }, at);
  const threadId = chat ? await claimChat(trx, { ...chat, threadId: id }) : id;
  if (threadId === id) return { threadId, isNew: true };
  await deleteThread(trx, id);
  await lockThread(trx, threadId, at);
  return { threadId, isNew: false };
}

async function requireThread(
  trx: DatabaseTransaction,
  threadId: string,
  place: Place,
): Promise<void> {
  const thread = await findThread(trx, threadId);
  const isSame = thread?.projectId === place.projectId && thread.fp === place.request.fp;
  if (isSame && thread.isOfRef === place.isOfRef) return;
  throw new AppError(
    "not_found",
    "This conversation does not exist, or belongs to someone else. Leave threadId out to start a new one.",
  );
}

/** What came before the question, which may replace what the client edited, repeats or wants answered anew. */
async function placeQuestion(
  trx: DatabaseTransaction,
  { threadId, isNew }: FoundThread,
  question: ClientQuestion,
  place: Place,
) {
  const asked = { id: newId("msg"), role: "user", ...question, answerId: null } as const;
  // A thread that was just made is not searched: each statement is a way to the store and back.
  if (isNew) return { history: [], asked: [asked], ordinal: 1 };
  const ordinal = (await lastOrdinal(trx, threadId)) + 1;
  const end = { threadId, before: ordinal };
  const replaced = await replacedMessage(trx, end, question, place.request);
  const isSame = replaced?.isSame === 1;
  const before = { threadId, before: replaced?.ordinal ?? end.before };
  const history = await historyBefore(trx, before, charactersOf(place.historyTokens));
  if (replaced) {
    const from = isSame ? replaced.ordinal + 1 : replaced.ordinal;
    await supersedeMessages(trx, threadId, from, place.at);
  }
  return { history, asked: isSame ? [] : [asked], ordinal };
}

/** The stored question this request answers anew: a regenerate, an edited message, or a request sent twice. */
async function replacedMessage(
  trx: DatabaseTransaction,
  end: { threadId: string; before: number },
  question: ClientQuestion,
  request: AssistantRequest,
): Promise<FoundQuestion | undefined> {
  const { text } = question;
  if (request.trigger === "regenerate-message") return closestQuestion(trx, end, question);
  if (request.messageId) return newestQuestion(trx, end, { text, clientId: request.messageId });
  const last = await newestQuestion(trx, end, { text });
  const isRepeated = last?.isSame === 1 && last.clientId !== "";
  return isRepeated && last.clientId === question.clientId ? last : undefined;
}
