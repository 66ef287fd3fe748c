import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { termOf } from "../../../src/text/terms.ts";
import { tokenise } from "../../../src/text/tokenise.ts";
import type { BuildEngine } from "../engine.ts";

/** The full-text index that comes with SQLite, in a file; the question's words joined by OR, stop words left out. */
export async function openSqliteFts5(): Promise<BuildEngine> {
  return async (docs) => {
    const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
    const file = join(folder, "fts5.db");
    const db = new DatabaseSync(file);
    db.exec("pragma journal_mode = wal; pragma synchronous = normal");
    db.exec(
      "create virtual table docs using fts5(id unindexed, title, text, tokenize = 'porter unicode61')",
    );
    const insert = db.prepare("insert into docs (id, title, text) values (?, ?, ?)");
    db.exec("begin");
    for (const { id, title, text } of docs) insert.run(id, title, text);
    db.exec("commit");
    db.exec("insert into docs (docs) values ('optimize')");
    const find = db.prepare(
      "select id from docs where docs match ? order by bm25(docs, 0, 2, 1) limit ?",
    );
    return {
      async search(text, limit) {
        const match = matchAny(text);
        return match === "" ? [] : find.all(match, limit).map((row) => String(row.id));
      },
      diskBytes: () => statSync(file).size,
      async close() {
        db.close();
        rmSync(folder, { recursive: true });
      },
    };
  };
}

function matchAny(text: string): string {
  const words = tokenise(text).filter((word) => termOf(word, "en") !== undefined);
  return [...new Set(words)].map((word) => `"${word.replaceAll('"', '""')}"`).join(" OR ");
}
