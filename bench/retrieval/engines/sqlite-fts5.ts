import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { termOf } from "../../../src/text/terms.ts";
import { tokenise } from "../../../src/text/tokenise.ts";
import type { Doc } from "../data-set.ts";
import type { Engine, EngineKind } from "../engine.ts";
import { folderBytes } from "../folder-bytes.ts";

/** The full-text index that comes with SQLite, in a file; the question's words joined by OR, stop words left out. */
export async function openSqliteFts5(): Promise<EngineKind> {
  return {
    async build(docs, folder) {
      const db = openFile(folder);
      db.exec(
        "create virtual table docs using fts5(id unindexed, title, text, tokenize = 'porter unicode61')",
      );
      db.exec("create table places (id text primary key, place integer) without rowid");
      write(db, docs);
      db.exec("insert into docs (docs) values ('optimize')");
      return engineOf(db, folder);
    },
    reopen: async (folder) => engineOf(openFile(folder), folder),
  };
}

function openFile(folder: string): DatabaseSync {
  const db = new DatabaseSync(join(folder, "fts5.db"));
  db.exec("pragma journal_mode = wal; pragma synchronous = normal");
  return db;
}

function write(db: DatabaseSync, docs: Iterable<Doc>): void {
  const insert = db.prepare("insert into docs (id, title, text) values (?, ?, ?)");
  const place = db.prepare("insert or replace into places (id, place) values (?, ?)");
  db.exec("begin");
  for (const { id, title, text } of docs) {
    const { lastInsertRowid } = insert.run(id, title, text);
    place.run(id, lastInsertRowid);
  }
  db.exec("commit");
}

function engineOf(db: DatabaseSync, folder: string): Engine {
  const find = db.prepare(
    "select id from docs where docs match ? order by bm25(docs, 0, 2, 1) limit ?",
  );
  const drop = db.prepare("delete from docs where rowid = (select place from places where id = ?)");
  return {
    async search(text, limit) {
      const match = matchAny(text);
      return match === "" ? [] : find.all(match, limit).map((row) => String(row.id));
    },
    async replace(docs) {
      for (const { id } of docs) drop.run(id);
      write(db, docs);
    },
    diskBytes: () => folderBytes(folder),
    close: async () => db.close(),
  };
}

function matchAny(text: string): string {
  const words = tokenise(text).filter((word) => termOf(word, "en") !== undefined);
  return [...new Set(words)].map((word) => `"${word.replaceAll('"', '""')}"`).join(" OR ");
}
