import { existsSync } from "node:fs";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import type { Invocation } from "./command.ts";

/** Opens the store beside whatever server is running, and closes it again. A mistyped --data makes no new folder unless the command is meant to. */
export async function withStore(
  invocation: Invocation,
  work: (db: Database) => Promise<number>,
  create = false,
): Promise<number> {
  const { config, openStore } = invocation.services;
  if (!create && config.store.kind === "sqlite" && !existsSync(config.store.file)) {
    throw new AppError(
      "not_found",
      `There is no Docent data in ${config.dataFolder}: "docent serve" makes it, --data DIR points elsewhere.`,
    );
  }
  const db = await openStore();
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
