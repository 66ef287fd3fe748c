import { existsSync } from "node:fs";
import { resolve } from "node:path";
import type { Config } from "../../../config/config.ts";
import { AppError } from "../../../lib/app-error.ts";
import { dataPlaces } from "../../../lib/data-folder.ts";
import type { BackupContents } from "../../../store/backup/backup-file.ts";
import { makeBackup } from "../../../store/backup/make-backup.ts";
import { restoreBackup } from "../../../store/backup/restore-backup.ts";
import { type Command, jsonFlag, switchFlag } from "../../command.ts";

const backup: Command = {
  name: "backup",
  words: { usage: "FILE", count: 1 },
  flags: { json: jsonFlag },
  examples: [
    "docent backup /backup/docent-monday.backup",
    "docent backup --data /var/lib/docent /backup/docent.backup",
  ],
  async run({ words: [file = ""], services: { config, clock }, redraw, remark, result }) {
    const store = sqliteFile(config);
    if (!existsSync(store))
      throw new AppError("not_found", `There is no Docent data in ${config.dataFolder}.`);
    const made = await makeBackup(
      {
        ...{ data: dataPlaces(config.dataFolder), store, path: resolve(file) },
        createdAt: clock.now().toISOString(),
      },
      (done) => redraw(`Copying the store: ${Math.floor(done * 100)} %`),
    );
    redraw("");
    remark(
      "Keep it safe: it holds every conversation and the keys that open stored secrets. Mirrors and search indexes are not in it: a server makes them anew.",
    );
    if (config.secretKeys.length > 0)
      remark("DOCENT_SECRET_KEY is not in it: keep that where you keep your settings.");
    const { bytes, rows } = made;
    result({ file: resolve(file), bytes, rows }, `${resolve(file)}: ${countText(made)}.`);
    return 0;
  },
};

const restore: Command = {
  name: "restore",
  words: { usage: "FILE", count: 1 },
  flags: { json: jsonFlag, force: switchFlag("Replace the store that is in the data folder.") },
  examples: [
    "docent restore --data /var/lib/docent /backup/docent.backup",
    "docent restore --force /backup/docent.backup",
  ],
  async run({ words: [file = ""], flags, services, remark, result }) {
    sqliteFile(services.config);
    const restored = await restoreBackup({
      path: resolve(file),
      openFolder: () => services.openData().path,
      mayReplace: flags.has("force"),
    });
    remark(
      "Keys and conversations are as they were then: revoke again what was revoked since. Docs are synced when the server starts.",
    );
    const { createdAt, rows } = restored;
    result({ createdAt, rows }, `Restored the backup of ${createdAt}: ${countText(restored)}.`);
    return 0;
  },
};

/** PostgreSQL has its own tools, which know of its other databases and of its log, too. */
function sqliteFile({ store }: Config): string {
  if (store.kind === "sqlite") return store.file;
  throw new AppError(
    "invalid_request",
    'The store is PostgreSQL, which has its own tools: pg_dump --format=custom --file=FILE --dbname="$DATABASE_URL" backs it up, pg_restore brings it back. Keep secret.key of the data folder, or DOCENT_SECRET_KEY, with it.',
  );
}

function countText({ rows, parts }: Pick<BackupContents, "rows" | "parts">): string {
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const bytes = parts.reduce((sum, part) => sum + part.bytes, 0);
  return `${total} rows in ${Object.keys(rows).length} tables, ${(bytes / 1_048_576).toFixed(1)} MB`;
}

export const backupCommands = [backup, restore];
