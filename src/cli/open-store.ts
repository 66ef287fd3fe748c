import { AppError } from "../lib/app-error.ts";
import type { Database, StoreLocation } from "../store/database.ts";
import type { Services } from "./services.ts";

/** The store, or one sentence on why it cannot be opened: a driver's own words mean little to an operator. */
export async function openStore(
  services: Pick<Services, "config" | "openStore">,
): Promise<Database> {
  try {
    return await services.openStore();
  } catch (cause) {
    if (cause instanceof AppError) throw cause;
    const { store } = services.config;
    throw new AppError(
      "unavailable",
      `The store cannot be opened (${storePlace(store)}): ${reasonOf(cause)}: ${advice[store.kind]}.`,
      { cause },
    );
  }
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
