import { type AssistantRequest, shortestChatId } from "../../contract/assistant.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { charactersOf } from "../../models/calls/estimate-tokens.ts";
import {
  closestQuestion,
  type FoundQuestion,
  historyBefore,
  newestQuestion,
  type PastMessage,
} from "../../store/answers/history.ts";
import { insertTurn } from "../../store/answers/insert-turn.ts";
import {
  type Chat,
  claimChat,
  deleteThread,
  findChatThread,
  findThread,
  forgetChat,
  insertThread,
  lastOrdinal,
  lockThread,
  rememberChat,
  supersedeMessages,
  type Thread,
  type ThreadMessage,
} from "../../store/answers/threads.ts";
import { commitInGroup } from "../../store/commit/group-commit.ts";
import type { Database, DatabaseTransaction } from "../../store/database.ts";
import { kindOf } from "../../store/kind-of.ts";
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

type TurnAsker = {
  projectId: string;
  keyId: string;
  /** Of the docs that are asked. */
  currentRevisionId: string | null;
  ref?: string;
};

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
  asker: TurnAsker,
  request: AssistantRequest,
): Promise<Turn> {
  const now = deps.clock.now();
  const { historyTokens } = deps;
  const { projectId, ref = "" } = asker;
  const isOfRef = ref !== "";
  const place: Place = { projectId, request, at: now.toISOString(), historyTokens, isOfRef };
  const leaseExpiresAt = new Date(now.getTime() + leaseMs).toISOString();
  const opened = { asker, place, leaseExpiresAt, question: readQuestion(request) };
  // What begins a thread needs nothing of the store, and goes there all at once.
  const isNew = namedThread(request) === undefined && chatOf(place) === undefined;
  if (isNew && kindOf(deps.db) === "postgres")
    return writeTurn(deps.db, opened, beginThread(place, opened.question));
  return commitInGroup(deps.db, async (trx) => {
    if (isNew) return writeTurn(trx, opened, beginThread(place, opened.question));
    const found = await findOrCreateThread(trx, place);
    return writeTurn(trx, opened, await placeQuestion(trx, found, opened.question, place));
  });
}

/** The first event of every answer. */
export function startEvent({ messageId, threadId }: Pick<Turn, "messageId" | "threadId">) {
  return { type: "start", messageId, messageMetadata: { threadId } } as const;
}

type Opened = {
  asker: TurnAsker;
  place: Place;
  leaseExpiresAt: string;
  question: ClientQuestion;
};
type Placed = {
  threadId: string;
  /** Written down with the question; absent where it is there already. */
  thread?: Thread;
  history: PastMessage[];
  asked: Omit<ThreadMessage, "ordinal">[];
  ordinal: number;
};

async function writeTurn(
  db: Database,
  { asker, place, leaseExpiresAt, question }: Opened,
  { threadId, thread, history, asked, ordinal }: Placed,
): Promise<Turn> {
  const { projectId, keyId, ref = "", currentRevisionId: revisionId } = asker;
  const { request, at: createdAt } = place;
  const { id: chatId = "", fp, retrievalPageSize, filter, context, currentPath } = request;
  const [answerId, messageId] = [newId("ans"), newId("msg")];
  const turn = { keyId, messageId, threadId, question: question.text, revisionId };
  const settings = { retrievalPageSize, filter, context, currentPath: currentPath ?? "" };
  const about = { projectId, chatId, fp, ref, settings, createdAt, leaseExpiresAt };
  const reply = { id: messageId, role: "assistant", clientId: "", text: "", answerId } as const;
  await insertTurn(db, {
    thread,
    answer: { ...turn, ...about, id: answerId },
    messages: [...asked, reply],
    ordinal,
    events: [{ answerId, seq: 1, event: startEvent(turn) }],
  });
  return { ...turn, answerId, history };
}

function beginThread(place: Place, question: ClientQuestion): Placed {
  const thread = newThread(place);
  return { threadId: thread.id, thread, history: [], asked: [askedMessage(question)], ordinal: 1 };
}

function newThread({ projectId, request: { fp }, isOfRef }: Place) {
  return { id: newId("thr"), projectId, fp, isOfRef };
}

function askedMessage(question: ClientQuestion): Omit<ThreadMessage, "ordinal"> {
  return { id: newId("msg"), role: "user", ...question, answerId: null };
}

type FoundThread = { threadId: string; isNew: boolean };

async function findOrCreateThread(trx: DatabaseTransaction, place: Place): Promise<FoundThread> {
  const { request, at } = place;
  const chat = chatOf(place);
  const named = namedThread(request);
  if (named !== undefined) await requireThread(trx, named, place);
  const threadId = named ?? (chat && (await threadOfChat(trx, chat, place)));
  if (threadId === undefined) return createThread(trx, place, chat);
  await lockThread(trx, threadId, at);
  if (chat) await rememberChat(trx, { ...chat, threadId });
  return { threadId, isNew: false };
}

function namedThread(request: AssistantRequest): string | undefined {
  return request.threadId ?? threadInMessages(request);
}

function chatOf({ projectId, request: { id: chatId = "", fp } }: Place): Chat | undefined {
  return chatId.length >= shortestChatId ? { projectId, chatId, fp } : undefined;
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
  place: Place,
  chat: Chat | undefined,
): Promise<FoundThread> {
  const { at } = place;
  const thread = newThread(place);
  const { id } = thread;
  await insertThread(trx, thread, at);
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
): Promise<Placed> {
  const asked = [askedMessage(question)];
  // A thread that was just made is not searched: each statement is a way to the store and back.
  if (isNew) return { threadId, history: [], asked, ordinal: 1 };
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
  return { threadId, history, asked: isSame ? [] : asked, ordinal };
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
