import { sql } from "kysely";
import { newId } from "../../src/lib/ids.ts";
import type { Database } from "../../src/store/database.ts";
import { insertProject } from "../../src/store/docs/projects.ts";
import { type Random, seededRandom } from "../report/random.ts";

const batch = 500;
const answerWords = 120;
const days = 90;
const startMs = Date.parse("2026-08-18T00:00:00.000Z");

/** A project with so many readers' questions that the docs did not answer, as a release from before groups left them. */
export async function seedAnswers(db: Database, count: number, texts: string[]): Promise<string> {
  const random = seededRandom(count);
  const words = [...new Set(texts.join(" ").split(/\s+/))];
  const projectId = newId("prj");
  const about = { domain: "bench", name: "Bench", visibility: "public", baseUrl: "" } as const;
  await insertProject(db, {
    ...{ id: projectId, ...about, currentRevisionId: null },
    createdAt: new Date(startMs).toISOString(),
  });
  for (let start = 0; start < count; start += batch)
    await db.transaction().execute(async (trx) => {
      const rows = Array.from({ length: Math.min(batch, count - start) }, (_, place) => {
        const at = startMs + ((start + place) / count) * days * 86_400_000;
        return answerOf({ projectId, at: new Date(at).toISOString(), random, texts, words });
      });
      const threads = rows.map(({ threadId, createdAt }) => ({
        ...{ id: threadId, projectId, fp: "reader", createdAt, updatedAt: createdAt },
      }));
      await trx.insertInto("threads").values(threads).execute();
      await trx.insertInto("answers").values(rows).execute();
    });
  return projectId;
}

type Wish = { projectId: string; at: string; random: Random; texts: string[]; words: string[] };

function answerOf({ projectId, at, random, texts, words }: Wish) {
  const question = `${pick(random, texts)} ${pick(random, words)} ${pick(random, words)}`;
  const text = Array.from({ length: answerWords }, () => pick(random, words)).join(" ");
  return {
    ...{ id: newId("ans"), projectId, threadId: newId("thr"), messageId: newId("msg") },
    ...{ chatId: "", fp: "reader", question, text, state: "unanswered" as const, model: "bench" },
    ...{ answerOutcome: "declined" as const, revisionId: null, passages: [], citations: [] },
    ...{ error: "", leaseExpiresAt: at, stopRequestedAt: null, createdAt: at, finishedAt: at },
    ...{ keyId: "key_1", timings: JSON.stringify({ firstTokenMs: 200, totalMs: 900 }) },
  };
}

function pick(random: Random, items: string[]): string {
  return items[Math.floor(random() * items.length)] ?? "";
}

/** Brings the store back to before lists of questions and groups, so that its next opening makes them. */
export async function forgetQuestions(db: Database): Promise<void> {
  const tables = [
    ...["question_words", "cited_pages", "asked_questions", "group_queue", "group_turns"],
    ...["group_events", "grouped_questions", "group_centres", "question_groups"],
  ];
  for (const table of tables) await sql.raw(`drop table ${table}`).execute(db);
  await sql`delete from docent_migrations where name in ('0028-questions', '0029-groups', '0040-parted-groups')`.execute(
    db,
  );
}
