import { existsSync } from "node:fs";
import { operator } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import { type NewAct, recordAct } from "../members/record-act.ts";
import type { Database, StoreLocation } from "../store/database.ts";
import { type Command, type Invocation, jsonFlag, type OperatorInvocation } from "./command.ts";
import type { Services } from "./services.ts";

type StoreCommand = Omit<Command, "run"> & {
  /** Makes the store where there is none. */
  makesStore?: boolean;
  /** The exit code is 0 unless it returns another. */
  work(invocation: OperatorInvocation): Promise<number | undefined>;
};

/** A command that opens the store beside whatever server is running, and closes it again. */
export function storeCommand({ makesStore = false, work, ...command }: StoreCommand): Command {
  return {
    ...command,
    flags: { json: jsonFlag, ...command.flags },
    async run(invocation) {
      requireStore(invocation, makesStore);
      const db = await openStore(invocation.services);
      try {
        const { clock } = invocation.services;
        const record = (act: NewAct) => recordAct({ db, clock }, operator, act);
        return (await work({ ...invocation, db, record })) ?? 0;
      } finally {
        await db.destroy();
      }
    },
  };
}

/** A mistyped --data makes no new folder unless the command is meant to. */
function requireStore({ services }: Invocation, makesStore: boolean): void {
  const { config, openData } = services;
  if (config.store.kind !== "sqlite" || existsSync(config.store.file)) return;
  if (makesStore) return void openData();
  throw new AppError(
    "not_found",
    `There is no Docent data in ${config.dataFolder}: "docent serve" makes it, --data DIR points elsewhere.`,
  );
}

/** The store, or one sentence on why it cannot be opened: a driver's own words mean little to an operator. */
export async function openStore(
  services: Pick<Services, "config" | "openStore">,
): Promise<Database> {
  try {
    return await services.openStore();
  } catch (cause) {
    throw storeFault(services.config.store, cause);
  }
}

export function storeFault(store: StoreLocation, cause: unknown): AppError {
  if (cause instanceof AppError) return cause;
  return new AppError(
    "unavailable",
    `The store cannot be opened (${storePlace(store)}): ${reasonOf(cause)}: ${advice[store.kind]}.`,
    { cause },
  );
}

/** Names the place without the user and password a PostgreSQL address may hold. */
export function storePlace(store: StoreLocation): string {
  if (store.kind === "sqlite") return `SQLite, ${store.file}`;
  return `PostgreSQL, ${new URL(store.url).host || "local socket"}`;
}

const advice: Record<StoreLocation["kind"], string> = {
  sqlite: "check that the file is readable, writable and not damaged",
  postgres: "check DATABASE_URL and that the server is up",
};

// A host name with two addresses fails with an error that has a code and no message.
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = "code" in error ? String(error.code) : error.name;
  return error.message.split("\n", 1)[0] || code;
}
