import { backup, DatabaseSync } from "node:sqlite";
import { AppError } from "../../lib/app-error.ts";

const pagesAtOnce = 1_000;

/** How far a copy has come, from 0 to 1. */
export type OnProgress = (done: number) => void;

/**
 * Copies the store as it is at one moment, whoever writes meanwhile. The open transaction holds that moment: without it
 * the copy would begin anew with every write of another process.
 */
export async function copyStore(file: string, to: string, onProgress: OnProgress): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    source.exec("begin");
    source.prepare("select count(*) from sqlite_schema").get();
    await backup(source, to, {
      rate: pagesAtOnce,
      progress: ({ totalPages, remainingPages }) => onProgress(1 - remainingPages / totalPages),
    });
  } finally {
    source.close();
  }
}

/** Looks through a whole copy and counts its rows. The copy is one file from then on. */
export function checkCopy(file: string): Record<string, number> {
  const copy = new DatabaseSync(file);
  try {
    copy.exec("pragma journal_mode = delete");
    const found = copy.prepare("pragma integrity_check(1)").get()?.integrity_check;
    if (found !== "ok") throw damaged(String(found));
    const tables = copy
      .prepare(
        "select name from pragma_table_list where schema = 'main' and type = 'table' order by name",
      )
      .all();
    return Object.fromEntries(tables.map(({ name }) => [String(name), rowsOf(copy, String(name))]));
  } catch (cause) {
    throw cause instanceof AppError ? cause : damaged(String(cause));
  } finally {
    copy.close();
  }
}

function rowsOf(copy: DatabaseSync, table: string): number {
  const row = copy.prepare(`select count(*) as n from "${table.replaceAll('"', '""')}"`).get();
  return Number(row?.n ?? 0);
}

function damaged(reason: string): AppError {
  const [first = ""] = reason.split("\n", 1);
  return new AppError("conflict", `The store in it is damaged (${first.slice(0, 200)}).`);
}
