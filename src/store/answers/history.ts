import { sql } from "kysely";
import { fitting } from "../../text/bounded.ts";
import type { Database } from "../database.ts";
import type { Row } from "../tables.ts";
import type { ThreadMessage } from "./threads.ts";

export type PastMessage = Pick<ThreadMessage, "role" | "text">;
export type FoundQuestion = Pick<ThreadMessage, "ordinal" | "clientId"> & {
  /** Whether it says what is asked now; 1 for yes. */
  isSame: number;
};

/** A thread has no end of its own: only its newest messages are looked at, those that were replaced among them. */
const reach = 1_000;
const mostMessages = 12;
const mark = "… (the rest of this message is left out)";
// Neither store reads a text to say how long it is.
const bytesOfText = sql<number>`octet_length(text)`;

type Place = {
  threadId: string;
  /** Messages from this one on are not looked at. */
  before: number;
  /** As it stood then: what was replaced later is in it. */
  at?: string;
};

/**
 * The newest messages with text before a place, oldest first, that fit into `mostBytes` together. None takes more than a
 * quarter of that, so that one long message does not displace the questions before it.
 */
export async function historyBefore(
  db: Database,
  place: Place,
  mostBytes: number,
): Promise<PastMessage[]> {
  const longest = Math.floor(mostBytes / 4);
  if (longest === 0) return [];
  const newest = await messagesBefore(db, place)
    .select(["id", bytesOfText.as("bytes")])
    .where(bytesOfText, ">", 0)
    .orderBy("ordinal", "desc")
    .limit(mostMessages)
    .execute();
  const kept = fitting(newest, mostBytes, ({ bytes }) => Math.min(bytes, longest));
  if (kept.length === 0) return [];
  const rows = await db
    .selectFrom("messages")
    .select(["role", sql<string>`substr(text, 1, ${sql.lit(longest)})`.as("text")])
    .select(bytesOfText.as("bytes"))
    .where(
      "id",
      "in",
      kept.map(({ id }) => id),
    )
    .orderBy("ordinal")
    .execute();
  return rows.map(({ role, text, bytes }) => ({
    role,
    text: bytes > longest ? cutBytes(text, longest) : text,
  }));
}

/** What was said before the question of an answer, as it stood when that was asked. */
export async function historyOfAnswer(
  db: Database,
  answer: Row<"answers">,
  mostBytes: number,
): Promise<PastMessage[]> {
  const { threadId, createdAt: at } = answer;
  const own = await db
    .selectFrom("messages")
    .select("ordinal")
    .where("id", "=", answer.messageId)
    .executeTakeFirst();
  const asked = await questionsBefore(db, { threadId, before: own?.ordinal ?? 0, at })
    .select("ordinal")
    .where(isText(answer.question), "=", 1)
    .orderBy("ordinal", "desc")
    .executeTakeFirst();
  return historyBefore(db, { threadId, before: asked?.ordinal ?? 0, at }, mostBytes);
}

/** The newest question before a place; with a client's id, the newest of that id. */
export async function newestQuestion(
  db: Database,
  place: Place,
  { text, clientId }: { text: string; clientId?: string },
): Promise<FoundQuestion | undefined> {
  return questionsBefore(db, place)
    .select(["ordinal", "clientId", isText(text).as("isSame")])
    .$if(clientId !== undefined, (query) => query.where("clientId", "=", clientId ?? ""))
    .orderBy("ordinal", "desc")
    .executeTakeFirst();
}

/** The question before a place that is most like this one: of its id and its text, else of its text, else the newest. */
export async function closestQuestion(
  db: Database,
  place: Place,
  { text, clientId }: { text: string; clientId: string },
): Promise<FoundQuestion | undefined> {
  return questionsBefore(db, place)
    .select(["ordinal", "clientId", isText(text).as("isSame")])
    .orderBy(
      sql`${isText(text)} * (1 + case when client_id = ${clientId} then 1 else 0 end)`,
      "desc",
    )
    .orderBy("ordinal", "desc")
    .executeTakeFirst();
}

function questionsBefore(db: Database, place: Place) {
  return messagesBefore(db, place).where("role", "=", "user");
}

function messagesBefore(db: Database, { threadId, before, at }: Place) {
  return db
    .selectFrom("messages")
    .where("threadId", "=", threadId)
    .where("ordinal", "<", before)
    .where("ordinal", ">=", before - reach)
    .where((expression) =>
      expression.or([
        expression("supersededAt", "is", null),
        ...(at === undefined ? [] : [expression("supersededAt", ">", at)]),
      ]),
    );
}

/** 1 where a message says exactly this. Only texts of the same length are read. */
function isText(text: string) {
  const bytes = sql.lit(Buffer.byteLength(text));
  return sql<number>`case when octet_length(text) = ${bytes} and text = ${text} then 1 else 0 end`;
}

/** No character is cut in two. */
function cutBytes(text: string, longest: number): string {
  const bytes = Buffer.from(text).subarray(0, Math.max(longest - Buffer.byteLength(mark), 0));
  return `${new TextDecoder().decode(bytes, { stream: true })}${mark}`;
}
