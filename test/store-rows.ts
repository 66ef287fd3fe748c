import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { onTestFinished } from "vitest";
import { newId } from "../src/lib/ids.ts";
import type { AnswerRecord } from "../src/store/answers/answers.ts";
import { insertTurn } from "../src/store/answers/insert-turn.ts";
import { lastOrdinal, messageRows, type ThreadMessage } from "../src/store/answers/threads.ts";
import {
  type Database,
  type DatabaseTransaction,
  openDatabase,
  type StoreLocation,
} from "../src/store/database.ts";
import type { Blob } from "../src/store/docs/blobs.ts";
import { visiblePages } from "../src/store/docs/pages.ts";
import { passagesOfBlobs } from "../src/store/docs/passages.ts";
import { insertProject } from "../src/store/docs/projects.ts";
import type { RevisionPage } from "../src/store/docs/revision-pages.ts";
import { projectOfRevision } from "../src/store/docs/revisions.ts";
import { insertSource, newSource } from "../src/store/docs/sources.ts";
import type { Row, Tables } from "../src/store/tables.ts";
import type { StoreKind } from "./harness.ts";
import { createTestDatabase } from "./postgres.ts";

export const noon = "2030-01-01T12:00:00.000Z";

export function minutesAfterNoon(minutes: number): string {
  return new Date(Date.parse(noon) + minutes * 60_000).toISOString();
}

/** Where a store can be made, for tests that open it more than once. */
export async function emptyStoreLocation(kind: StoreKind): Promise<StoreLocation> {
  if (kind === "sqlite") {
    const folder = await mkdtemp(join(tmpdir(), "docent-store-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    return { kind, file: join(folder, "docent.db") };
  }
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  return { kind, url: database.url };
}

/** One more handle on a store, as another process would have it. */
export async function openUntilEnd(location: StoreLocation): Promise<Database> {
  const db = await openDatabase(location);
  onTestFinished(() => db.destroy());
  return db;
}

export async function addTestProject(db: Database, domain = "acme"): Promise<string> {
  const id = newId("prj");
  await insertProject(db, {
    id,
    domain,
    name: domain,
    visibility: "public",
    baseUrl: "",
    currentRevisionId: null,
    createdAt: noon,
  });
  return id;
}

export async function addTestSource(db: Database, projectId: string): Promise<string> {
  const place = { kind: "folder", location: "/docs", branch: "", subfolder: "" } as const;
  const source = newSource(projectId, place, noon);
  await insertSource(db, source);
  return source.id;
}

export function testBlob(hash: string, more: Partial<Blob> = {}): Blob {
  const vector = new Uint8Array([1, 2, 255]);
  const passage = {
    headings: ["Part"],
    anchor: "part",
    laterHeadings: [],
    startLine: 1,
    endLine: 2,
    vector,
    textHash: "t",
  };
  return {
    hash,
    content: `# ${hash}\n\nText of ${hash}.`,
    title: hash,
    description: "",
    metadata: { audience: "all" },
    hidden: false,
    problems: [],
    language: "en",
    passages: [
      { ...passage, content: `# ${hash}`, text: hash },
      { ...passage, startLine: 3, endLine: 3, content: `Text of ${hash}.`, text: "text" },
    ],
    ...more,
  };
}

export function testPage(sourceId: string, path: string, blobHash: string): RevisionPage {
  const place = {
    address: path,
    position: undefined,
    section: [],
    title: "",
    hidden: false,
    edition: {},
  };
  return { path, sourceId, blobHash, contentId: `1:${blobHash}`, file: path, includes: [], place };
}

/** Every passage of a revision with its page, in order. */
export async function revisionPassages(db: Database, revisionId: string) {
  const pages = await visiblePages(db, revisionId);
  const projectId = await projectOfRevision(db, revisionId);
  const found = await Promise.all(
    pages.map(async ({ path, title, blobHash }) => {
      const passages = await passagesOfBlobs(db, projectId ?? "", [blobHash]);
      return passages.map(({ text }) => ({ path, title, text }));
    }),
  );
  return found.flat();
}

/** A conversation as it stands, oldest first: replaced messages are left out. */
export async function threadMessages(db: Database, threadId: string): Promise<Row<"messages">[]> {
  return db
    .selectFrom("messages")
    .selectAll()
    .where("threadId", "=", threadId)
    .where("supersededAt", "is", null)
    .orderBy("ordinal")
    .execute();
}

/** A message behind those of its thread. */
export async function appendMessage(
  trx: DatabaseTransaction,
  threadId: string,
  message: Omit<ThreadMessage, "ordinal">,
  at: string,
): Promise<void> {
  const ordinal = (await lastOrdinal(trx, threadId)) + 1;
  await messageRows(trx, { threadId, ordinal, at }, [message]).execute();
}

export type TestAnswer = { answerId: string; threadId: string; messageId: string };

/** A thread with one question and an answer that is being written; its first event is there. */
export async function addTestAnswer(
  db: Database,
  projectId: string,
  more: { revisionId?: string; leaseExpiresAt?: string; chatId?: string } = {},
): Promise<TestAnswer> {
  const [answerId, threadId, messageId] = [newId("ans"), newId("thr"), newId("msg")];
  const asked = { id: newId("msg"), clientId: "m1", text: "Why?", answerId: null };
  const reply = { id: messageId, clientId: "", text: "", answerId };
  await insertTurn(db, {
    thread: { id: threadId, projectId, fp: "anonymous" },
    answer: {
      id: answerId,
      projectId,
      threadId,
      messageId,
      chatId: more.chatId ?? "",
      fp: "anonymous",
      question: "Why?",
      revisionId: more.revisionId ?? null,
      createdAt: noon,
      leaseExpiresAt: more.leaseExpiresAt ?? "2999-01-01T00:00:00.000Z",
    },
    messages: [
      { ...asked, role: "user" },
      { ...reply, role: "assistant" },
    ],
    ordinal: 1,
    events: [{ answerId, seq: 1, event: { type: "start", messageId } }],
  });
  return { answerId, threadId, messageId };
}

export function testRecord(more: Partial<AnswerRecord> = {}): AnswerRecord {
  return {
    state: "answered",
    text: "Because [1].",
    model: "scripted",
    passages: [],
    citations: [],
    error: "",
    ...more,
  };
}

// A record, so that a new table cannot be forgotten here.
const everyTable: Record<keyof Tables, true> = {
  projects: true,
  keys: true,
  sources: true,
  revisions: true,
  refRevisions: true,
  droppedPages: true,
  blobs: true,
  passages: true,
  vectors: true,
  revisionPages: true,
  costlyTexts: true,
  threads: true,
  chats: true,
  messages: true,
  answers: true,
  answerEvents: true,
  askedQuestions: true,
  citedPages: true,
  usage: true,
  feedback: true,
  jobs: true,
  jobEvents: true,
  jobMessages: true,
  jobTexts: true,
  jobSteps: true,
  jobQuestions: true,
  proofResults: true,
  jobProofs: true,
  changes: true,
  changeComments: true,
  changeLocks: true,
  members: true,
  memberSessions: true,
  ownerTokens: true,
  invitations: true,
  signIns: true,
  acts: true,
  secrets: true,
  deliveries: true,
  settings: true,
  questionGroups: true,
  groupCentres: true,
  groupedQuestions: true,
  groupEvents: true,
  groupQueue: true,
  groupTurns: true,
  codeRepositories: true,
  automations: true,
  automationRuns: true,
  readerSecrets: true,
  readerLinks: true,
  pageRatings: true,
  leases: true,
  sharedLimits: true,
  logInAttempts: true,
};

export async function countRows(db: Database, table: keyof Tables): Promise<number> {
  const row = await db
    .selectFrom(table)
    .select((expression) => expression.fn.countAll<number | string>().as("rows"))
    .executeTakeFirstOrThrow();
  return Number(row.rows);
}

/** How many rows each table holds, asked in one statement: some tests ask hundreds of times. */
export async function countEveryTable(db: Database): Promise<Record<string, number>> {
  const each = Object.keys(everyTable).map(
    (table) => sql`select ${sql.lit(table)} as name, count(*) as count from ${sql.table(table)}`,
  );
  const all = sql<{ name: string; count: number | string }>`${sql.join(each, sql` union all `)}`;
  const { rows } = await all.execute(db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, Number(count)]));
}

/** Every row of the store, for a look at whether something stands there that must not. */
export async function everyRow(db: Database): Promise<unknown[]> {
  const rows: unknown[] = [];
  for (const table of Object.keys(everyTable) as (keyof Tables)[])
    rows.push(...(await db.selectFrom(table).selectAll().execute()));
  return rows;
}
