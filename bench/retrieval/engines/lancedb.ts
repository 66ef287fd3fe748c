import { inBatches } from "../batches.ts";
import type { Doc } from "../data-set.ts";
import type { Engine, EngineKind } from "../engine.ts";
import { folderBytes } from "../folder-bytes.ts";
import { importPeer } from "./import-peer.ts";

type Found = {
  select(columns: string[]): Found;
  limit(count: number): Found;
  toArray(): Promise<{ id: string }[]>;
};
type Row = { id: string; text: string };
type Table = {
  add(rows: Row[]): Promise<unknown>;
  delete(predicate: string): Promise<unknown>;
  optimize(): Promise<unknown>;
  createIndex(column: string, options: { config: unknown }): Promise<void>;
  query(): { fullTextSearch(query: unknown): Found };
  close(): void;
};
type Connection = {
  createTable(name: string, rows: Row[]): Promise<Table>;
  openTable(name: string): Promise<Table>;
  close(): void;
};
type Module = {
  connect(folder: string): Promise<Connection>;
  Index: { fts(options: Record<string, unknown>): unknown; btree(): unknown };
  MatchQuery: new (text: string, column: string) => unknown;
};

const options = { withPosition: false, stem: true, removeStopWords: true, language: "English" };
const batchSize = 20_000;

/** Full text over one column with the title twice in it, which ranks better here than two columns with weights. */
export async function openLanceDb(): Promise<EngineKind> {
  const library = await importPeer<Module>("@lancedb/lancedb");
  return {
    async build(docs, folder) {
      const connection = await library.connect(folder);
      let table: Table | undefined;
      for (const some of inBatches(docs, batchSize)) {
        const rows = some.map(rowOf);
        if (table === undefined) table = await connection.createTable("docs", rows);
        else await table.add(rows);
      }
      if (table === undefined) throw new Error("there are no docs");
      await table.createIndex("text", { config: library.Index.fts(options) });
      await table.createIndex("id", { config: library.Index.btree() });
      return engineOf(library, { connection, table, folder });
    },
    async reopen(folder) {
      const connection = await library.connect(folder);
      return engineOf(library, { connection, table: await connection.openTable("docs"), folder });
    },
  };
}

function engineOf(
  { MatchQuery }: Module,
  { connection, table, folder }: { connection: Connection; table: Table; folder: string },
): Engine {
  return {
    async search(text, limit) {
      const query = table.query().fullTextSearch(new MatchQuery(text, "text"));
      const found = await query.select(["id", "_score"]).limit(limit).toArray();
      return found.map(({ id }) => id);
    },
    async replace(docs) {
      const ids = docs.map(({ id }) => `'${id.replaceAll("'", "''")}'`);
      await table.delete(`id in (${ids.join(", ")})`);
      await table.add(docs.map(rowOf));
      await table.optimize();
    },
    diskBytes: () => folderBytes(folder),
    async close() {
      table.close();
      connection.close();
    },
  };
}

function rowOf({ id, title, text }: Doc): Row {
  return { id, text: `${title}\n${title}\n${text}` };
}
