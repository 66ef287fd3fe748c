import { type RawBuilder, sql } from "kysely";
import { fold } from "../../text/fold.ts";
import { isUnspaced, words } from "../../text/tokenise.ts";
import { type Handle, kindOf } from "../kind-of.ts";

const longestText = 20_000;
const mostWords = 2_000;

export type QuestionWords = { seq: number; question: string; answer: string };

/** Writes down what a question is found by: its words and those of its answer. */
export function wordsRow(
  db: Handle,
  seq: number,
  texts: { question: string; answer: string },
): RawBuilder<unknown> {
  const found = indexedWords(texts).join(" ");
  if (kindOf(db) === "sqlite")
    return sql`insert or replace into question_words (rowid, words) values (${seq}, ${found})`;
  return sql`insert into question_words (seq, words)
    values (${seq}, array_to_tsvector(string_to_array(${found}, ' ')))
    on conflict (seq) do update set words = excluded.words`;
}

/** The same for many questions that have none yet. */
export function newWordsRows(db: Handle, asked: QuestionWords[]): RawBuilder<unknown> {
  const found = asked.map(({ seq, ...texts }) => ({ seq, words: indexedWords(texts).join(" ") }));
  if (kindOf(db) === "sqlite")
    return sql`insert into question_words (rowid, words)
      values ${sql.join(found.map(({ seq, words: own }) => sql`(${seq}, ${own})`))}`;
  const rows = found.map(
    ({ seq, words: own }) => sql`(${seq}, array_to_tsvector(string_to_array(${own}, ' ')))`,
  );
  return sql`insert into question_words (seq, words) values ${sql.join(rows)}`;
}

/** Whether a question in `asked_questions` has all these words, each of them whole or as a beginning. */
export function hasWords(db: Handle, text: string): RawBuilder<boolean> {
  const wanted = searchedWords(text);
  if (wanted.length === 0) return sql<boolean>`1 = 0`;
  // Letters, marks and digits alone are words: none of them can end a quotation.
  const isBeginning = (word: string) => mayBegin(word) || word === wanted.at(-1);
  if (kindOf(db) === "sqlite") {
    const query = wanted.map((word) => `"${word}"${isBeginning(word) ? "*" : ""}`).join(" AND ");
    return sql<boolean>`asked_questions.seq in (select rowid from question_words where question_words match ${query})`;
  }
  const query = wanted.map((word) => `'${word}'${isBeginning(word) ? ":*" : ""}`).join(" & ");
  return sql<boolean>`asked_questions.seq in (select seq from question_words where words @@ ${query}::tsquery)`;
}

/** A name of several parts (`page_size`, `pageSize`) is found by each of them, and by all of them in one. */
function indexedWords({ question, answer }: { question: string; answer: string }): string[] {
  const found = new Set<string>();
  const seen = new Set<string>();
  for (const text of [question, answer])
    for (const { whole, parts } of words(text.slice(0, longestText))) {
      // A pair of characters is found by each of the two: the second begins no pair where the run ends.
      const last = isUnspaced(whole) ? [Array.from(whole).at(-1) ?? ""] : [];
      for (const part of [whole, ...parts, ...last]) {
        // Most words are there several times, and bringing one into its plain form is the dear part.
        if (seen.has(part)) continue;
        seen.add(part);
        add(found, part);
      }
    }
  return [...found].slice(0, mostWords);
}

function searchedWords(text: string): string[] {
  const found = new Set<string>();
  for (const { whole, parts } of words(text))
    for (const part of parts.length > 0 ? parts : [whole]) add(found, part);
  return [...found];
}

function add(found: Set<string>, word: string): void {
  const plain = fold(word).replace(/[^\p{L}\p{M}\p{N}]/gu, "");
  if (plain !== "") found.add(plain);
}

/** One letter begins too many words, but for the last one, which somebody may still be typing. */
function mayBegin(word: string): boolean {
  return word.length > 1 || isUnspaced(word);
}
