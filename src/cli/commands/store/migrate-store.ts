import { existsSync } from "node:fs";
import { join } from "node:path";
import { AppError } from "../../../lib/app-error.ts";
import { moveStore } from "../../../store/move/move-store.ts";
import { lockDataFolder } from "../../../store/server-lock.ts";
import { type Command, jsonFlag } from "../../command.ts";
import { storeFault } from "../../store-command.ts";
import { table } from "../../terminal-text.ts";

export const migrateStore: Command = {
  name: "migrate-store",
  flags: { json: jsonFlag },
  examples: [
    "DATABASE_URL=postgres://… docent migrate-store",
    "docent migrate-store --data /var/lib/docent --settings /etc/docent/new.env",
  ],
  async run({ services, display, redraw, remark, result }) {
    const { store, dataFolder } = services.config;
    const file = join(dataFolder, "docent.db");
    if (store.kind !== "postgres")
      throw new AppError(
        "invalid_request",
        "Name the empty PostgreSQL database in DATABASE_URL, in the environment or in the file of --settings.",
      );
    if (!existsSync(file))
      throw new AppError("not_found", `There is no SQLite store in ${dataFolder}.`);
    const lock = lockDataFolder(dataFolder);
    try {
      const onProgress = (name: string, rows: number) => redraw(`${name}: ${rows} rows`);
      const moved = await moveStore({ file, url: store.url, onProgress }).catch((cause) => {
        throw storeFault(store, cause);
      });
      redraw("");
      const changed = moved.reduce((sum, { changedTexts }) => sum + changedTexts, 0);
      if (changed > 0)
        remark(`${changed} texts held a NUL, which PostgreSQL does not store: it is U+FFFD now.`);
      remark(
        `Rows and hashes of ${moved.length} tables agree. Start the server with DATABASE_URL and this data folder; ${file} stays as it is, for you to remove.`,
      );
      const lines = moved.map(({ table, rows, hash }) => [table, String(rows), hash]);
      const words = table(["TABLE", "ROWS", "HASH"], lines, display.columns);
      result({ tables: moved }, words);
      return 0;
    } finally {
      lock.release();
    }
  },
};
