import type { OperationNodeSource } from "kysely";
import type { Citation, Outcome } from "../../contract/answer-events.ts";
import type { Rating } from "../../contract/insights/feedback.ts";
import { inChunks } from "../in-chunks.ts";
import type { Handle } from "../kind-of.ts";
import type { Row } from "../tables.ts";
import { newWordsRows, type QuestionWords, wordsRow } from "./question-words.ts";

/** Writes down a question that was just asked, for lists and figures. What is asked of a branch is no reader's question. */
export function askedRows(
  db: Handle,
  answer: Pick<Row<"answers">, "id" | "projectId" | "createdAt"> & { keyId?: string; ref?: string },
): OperationNodeSource[] {
  if (answer.ref) return [];
  const insert = db.insertInto("askedQuestions").values({
    answerId: answer.id,
    projectId: answer.projectId,
    keyId: answer.keyId ?? "",
    askedAt: answer.createdAt,
    state: "streaming",
    answerOutcome: "",
    model: "",
    firstTokenMs: null,
    totalMs: null,
  });
  return [insert];
}

/** How it ended. Undefined: it is no reader's question. */
export function noteEnd(
  trx: Handle,
  answerId: string,
  { state, outcome, model, timings }: Omit<Ended, "question">,
): Promise<Asked | undefined> {
  return trx
    .updateTable("askedQuestions")
    .set({
      ...{ state, model, answerOutcome: outcome ?? "" },
      ...{ firstTokenMs: wholeMs(timings?.firstTokenMs), totalMs: wholeMs(timings?.totalMs) },
    })
    .where("answerId", "=", answerId)
    .returning(["seq", "projectId", "keyId", "askedAt"])
    .executeTakeFirst();
}

/** Writes down the pages that its answer cites, and the words it is found by. */
export function endRows(db: Handle, asked: Asked, ended: Ended): OperationNodeSource[] {
  const words = { question: ended.question, answer: ended.text };
  return [...citedRows(db, citedBy(asked, ended.citations)), wordsRow(db, asked.seq, words)];
}

/** What the record of an answer says about it. */
type Ended = Pick<Row<"answers">, "question" | "text" | "state" | "model" | "citations"> & {
  outcome?: Outcome | undefined;
  timings?: { firstTokenMs: number; totalMs: number };
};

export async function noteRating(db: Handle, answerId: string, rating: Rating): Promise<void> {
  await db.updateTable("askedQuestions").set({ rating }).where("answerId", "=", answerId).execute();
}

export type OldAnswer = Pick<
  Row<"answers">,
  | "id"
  | "projectId"
  | "keyId"
  | "createdAt"
  | "state"
  | "answerOutcome"
  | "model"
  | "timings"
  | "question"
  | "text"
  | "citations"
> & { rating: Rating | null };

/** Answers from before questions were noted, a few at a time. */
export async function noteOldAnswers(db: Handle, answers: OldAnswer[]): Promise<void> {
  if (answers.length === 0) return;
  const asked = await db
    .insertInto("askedQuestions")
    .values(answers.map(toAsked))
    .returning(["seq", "answerId", "projectId", "keyId", "askedAt"])
    .execute();
  const numbered = new Map(asked.map(({ answerId, ...rest }) => [answerId, rest]));
  const cited: Row<"citedPages">[] = [];
  const found: QuestionWords[] = [];
  for (const { id, state, question, text, citations } of answers) {
    const own = numbered.get(id);
    if (own === undefined || state === "streaming") continue;
    cited.push(...citedBy(own, citations));
    found.push({ seq: own.seq, question, answer: text });
  }
  if (found.length > 0) await newWordsRows(db, found).execute(db);
  for (const insert of citedRows(db, cited)) await insert.execute();
}

function toAsked(answer: OldAnswer): Omit<Row<"askedQuestions">, "seq"> {
  const { id, projectId, keyId, createdAt, state, answerOutcome, model, rating } = answer;
  const { firstTokenMs, totalMs } = measured(answer.timings);
  return {
    ...{ answerId: id, projectId, keyId, askedAt: createdAt, state, answerOutcome, model },
    ...{ rating: rating ?? "", firstTokenMs: wholeMs(firstTokenMs), totalMs: wholeMs(totalMs) },
  };
}

type Asked = Pick<Row<"askedQuestions">, "seq" | "projectId" | "keyId" | "askedAt">;

/** A citation without support stands for nothing in the answer. */
function citedBy(asked: Asked, citations: Citation[]): Row<"citedPages">[] {
  const paths = new Set(citations.flatMap(({ path, supported }) => (supported ? [path] : [])));
  return [...paths].map((path) => ({ ...asked, path }));
}

function citedRows(db: Handle, rows: Row<"citedPages">[]) {
  return [...inChunks(rows)].map((some) => db.insertInto("citedPages").values(some));
}

function wholeMs(ms: unknown): number | null {
  return typeof ms === "number" && ms >= 0 && ms < 1e9 ? Math.round(ms) : null;
}

/** Answers of older releases have none, and one that was cut has only some. */
function measured(timings: string): { firstTokenMs?: unknown; totalMs?: unknown } {
  try {
    return Object(JSON.parse(timings));
  } catch {
    return {};
  }
}
