import { join } from "node:path";
import { openDatabase } from "../src/store/database.ts";

/** A store in a file with the folder of its indexes, for processes that follow one another. */
export async function openKeptIndex(folder: string) {
  const db = await openDatabase({ kind: "sqlite", file: join(folder, "docent.db") });
  /** Of each project that has one. */
  const currentRevisions = async (): Promise<string[]> => {
    const rows = await db.selectFrom("projects").select("currentRevisionId").execute();
    return rows.flatMap(({ currentRevisionId }) => currentRevisionId ?? []);
  };
  return { db, indexes: join(folder, "indexes"), currentRevisions };
}
