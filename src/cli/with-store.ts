import { existsSync } from "node:fs";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import type { Invocation } from "./command.ts";
import { openStore } from "./open-store.ts";

/** Opens the store beside whatever server is running, and closes it again. A mistyped --data makes no new folder unless the command is meant to. */
export async function withStore(
  invocation: Invocation,
  work: (db: Database) => Promise<number>,
  create = false,
): Promise<number> {
  const { config, openData } = invocation.services;
  const missing = config.store.kind === "sqlite" && !existsSync(config.store.file);
  if (missing && !create) {
    throw new AppError(
      "not_found",
      `There is no Docent data in ${config.dataFolder}: "docent serve" makes it, --data DIR points elsewhere.`,
    );
  }
  if (missing) openData();
  const db = await openStore(invocation.services);
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
