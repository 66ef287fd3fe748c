import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuildEngine } from "../engine.ts";
import { importPeer } from "./import-peer.ts";

type Found = {
  select(columns: string[]): Found;
  limit(count: number): Found;
  toArray(): Promise<{ id: string }[]>;
};
type Table = {
  createIndex(column: string, options: { config: unknown }): Promise<void>;
  query(): { fullTextSearch(query: unknown): Found };
  close(): void;
};
type Connection = {
  createTable(name: string, rows: Record<string, string>[]): Promise<Table>;
  close(): void;
};
type Module = {
  connect(folder: string): Promise<Connection>;
  Index: { fts(options: Record<string, unknown>): unknown };
  MatchQuery: new (text: string, column: string) => unknown;
};

/** Full text over one column with the title twice in it, which ranks better here than two columns with weights. */
export async function openLanceDb(): Promise<BuildEngine> {
  const { connect, Index, MatchQuery } = await importPeer<Module>("@lancedb/lancedb");
  return async (docs) => {
    const folder = mkdtempSync(join(tmpdir(), "docent-bench-"));
    const connection = await connect(folder);
    const rows = docs.map(({ id, title, text }) => ({ id, text: `${title}\n${title}\n${text}` }));
    const table = await connection.createTable("docs", rows);
    const options = { withPosition: false, stem: true, removeStopWords: true, language: "English" };
    await table.createIndex("text", { config: Index.fts(options) });
    return {
      async search(text, limit) {
        const query = table.query().fullTextSearch(new MatchQuery(text, "text"));
        const found = await query.select(["id", "_score"]).limit(limit).toArray();
        return found.map(({ id }) => id);
      },
      diskBytes: () => folderBytes(folder),
      async close() {
        table.close();
        connection.close();
        rmSync(folder, { recursive: true });
      },
    };
  };
}

function folderBytes(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
