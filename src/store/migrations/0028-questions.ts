import { sql } from "kysely";
import { noteOldAnswers, type OldAnswer } from "../answers/asked-questions.ts";
import { type Handle, kindOf } from "../kind-of.ts";
import type { Migration } from "./migration.ts";

const batch = 200;

const columns = `
  answer_id text not null unique references answers (id) on delete cascade,
  project_id text not null references projects (id) on delete cascade,
  key_id text not null,
  asked_at text not null,
  state text not null,
  answer_outcome text not null,
  rating text not null default '',
  model text not null,
  first_token_ms integer,
  total_ms integer`;

const rest = [
  // Lists and figures are read from this alone.
  `create index asked_questions_asked on asked_questions
    (project_id, asked_at, answer_id, key_id, state, answer_outcome, rating, model, first_token_ms, total_ms)`,
  "create index asked_questions_rated on asked_questions (project_id, asked_at, seq) where rating != ''",
  `create table cited_pages (
    seq bigint not null references asked_questions (seq) on delete cascade,
    project_id text not null,
    path text not null,
    key_id text not null,
    asked_at text not null,
    constraint cited_pages_key primary key (seq, path)
  )`,
  "create index cited_pages_asked on cited_pages (project_id, asked_at, key_id, path)",
  "create index cited_pages_path on cited_pages (project_id, path, seq)",
];

/** Questions as lists, figures and a search for words need them. */
export const questionsMigration: Migration = {
  name: "0028-questions",
  statements: [],
  own: {
    sqlite: [
      `create table asked_questions (seq integer primary key, ${columns})`,
      ...rest,
      // The words come folded and cut, so that both stores find the same: nothing is left for a tokenizer to decide.
      "create virtual table question_words using fts5(words, content='', contentless_delete=1, detail=none, tokenize='ascii')",
      `create trigger asked_questions_gone after delete on asked_questions
        begin delete from question_words where rowid = old.seq; end`,
    ],
    postgres: [
      `create table asked_questions (seq bigint generated always as identity primary key, ${columns})`,
      ...rest,
      `create table question_words (
        seq bigint primary key references asked_questions (seq) on delete cascade,
        words tsvector not null
      )`,
      "create index question_words_found on question_words using gin (words)",
    ],
  },
  async fill(trx) {
    await gatherWords(trx, manyWords);
    for (let last = ""; ; ) {
      const { rows } = await sql<OldAnswer>`
        select answers.id, answers.project_id, answers.key_id, answers.created_at, answers.state,
          answers.answer_outcome, answers.model, answers.timings, answers.question, answers.text,
          answers.citations, feedback.rating
        from answers left join feedback on feedback.answer_id = answers.id
        where answers.ref = '' and answers.id > ${last} order by answers.id limit ${sql.lit(batch)}`.execute(
        trx,
      );
      await noteOldAnswers(trx, rows);
      const end = rows.at(-1);
      if (rows.length < batch || end === undefined) break;
      last = end.id;
    }
    await gatherWords(trx, fewWords);
  },
};

const manyWords = 64 * 1_048_576;
const fewWords = 1_048_576;

/** How many bytes of words SQLite gathers before it writes them: many at once spare it merging them over and over. */
async function gatherWords(trx: Handle, bytes: number): Promise<void> {
  if (kindOf(trx) === "sqlite")
    await sql`insert into question_words (question_words, rank) values ('hashsize', ${sql.lit(bytes)})`.execute(
      trx,
    );
}
