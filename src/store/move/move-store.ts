import type { DatabaseSync } from "node:sqlite";
import type { ClientBase } from "pg";
import { AppError } from "../../lib/app-error.ts";
import { newWordsRows } from "../answers/question-words.ts";
import { openDatabase } from "../database.ts";
import { openSqlite } from "../sqlite.ts";
import { type Copied, copyTable, quoted } from "./copy-table.ts";
import { type StoredTable, storedTables } from "./stored-tables.ts";

type Move = { file: string; url: string; onProgress: (table: string, rows: number) => void };

/**
 * Copies every row of an SQLite store into an empty one on PostgreSQL, in one transaction: all of it or nothing. Nobody
 * may write to the SQLite file meanwhile.
 */
export async function moveStore({ file, url, onProgress }: Move): Promise<Copied[]> {
  // Both are brought to the newest schema first.
  await (await openDatabase({ kind: "sqlite", file })).destroy();
  const db = await openDatabase({ kind: "postgres", url });
  const source = openSqlite(file);
  const { default: pg } = await import("pg");
  const target = new pg.Client({ connectionString: url, application_name: "docent move" });
  // What breaks the connection fails the query that waits for it.
  target.on("error", () => undefined);
  try {
    await target.connect();
    const tables = storedTables(source).filter(({ name }) => !name.startsWith(wordsTable));
    await target.query("begin");
    await target.query(`lock table ${tables.map(({ name }) => quoted(name)).join(", ")}`);
    await requireEmpty(target, tables);
    const copied: Copied[] = [];
    for (const table of tables) {
      const onRows = (rows: number) => onProgress(table.name, rows);
      copied.push(await copyTable({ source, target }, table, onRows));
      await continueCounting(target, table);
    }
    await copyWords(source, target, (asked) => newWordsRows(db, asked).compile(db));
    await target.query("commit");
    return copied;
  } finally {
    source.close();
    await target.end();
    await db.destroy();
  }
}

/** What words a question is found by is kept in each store's own way, so it is worked out anew. */
const wordsTable = "question_words";

async function requireEmpty(target: ClientBase, tables: StoredTable[]): Promise<void> {
  for (const { name } of tables) {
    const { rows } = await target.query(`select 1 from ${quoted(name)} limit 1`);
    if (rows.length > 0)
      throw new AppError(
        "conflict",
        `The PostgreSQL database is not empty (${name} has rows): name one that no server has used.`,
      );
  }
}

/** Numbers that PostgreSQL gives by itself go on behind those that were copied. */
async function continueCounting(target: ClientBase, { name }: StoredTable): Promise<void> {
  const { rows } = await target.query<{ column: string }>(
    `select column_name as "column" from information_schema.columns
      where table_schema = current_schema() and table_name = $1 and is_identity = 'YES'`,
    [name],
  );
  for (const { column } of rows)
    await target.query(
      `select setval(pg_get_serial_sequence($1, $2), max(${quoted(column)})) from ${quoted(name)} having max(${quoted(column)}) is not null`,
      [name, column],
    );
}

const wordsAtOnce = 200;

type Asked = Parameters<typeof newWordsRows>[1];
type Statement = { sql: string; parameters: readonly unknown[] };

async function copyWords(
  source: DatabaseSync,
  target: ClientBase,
  statementOf: (asked: Asked) => Statement,
): Promise<void> {
  const read = source.prepare(
    `select seq, question, text from asked_questions join answers on answers.id = answer_id
      where seq > ? order by seq limit ${wordsAtOnce}`,
  );
  for (let last = 0; ; ) {
    const asked = read.all(last).map(({ seq, question, text }) => ({
      ...{ seq: Number(seq), question: String(question), answer: String(text) },
    }));
    if (asked.length === 0) return;
    const { sql, parameters } = statementOf(asked);
    await target.query(sql, [...parameters]);
    last = asked.at(-1)?.seq ?? last;
  }
}
