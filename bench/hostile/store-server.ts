import pg from "pg";
import { startPostgresServer } from "../../test/postgres-server.ts";

export type StoreKind = "sqlite" | "postgres";

/** Where the stores of a run are, beside the data folder. */
export type StoreServer = {
  settingsOf(name: string): Record<string, string>;
  /** Copies one store under a new name; nothing may be connected to it. */
  copy(from: string, to: string): Promise<Record<string, string>>;
  stop(): Promise<void>;
};

export async function startStore(kind: StoreKind): Promise<StoreServer> {
  if (kind === "sqlite")
    return { settingsOf: () => ({}), copy: async () => ({}), stop: async () => undefined };
  const { url, stop } = await startPostgresServer();
  const settingsOf = (name: string) => {
    const place = new URL(url);
    place.pathname = name;
    return { DATABASE_URL: place.href };
  };
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await run("create database prepared");
  return {
    settingsOf,
    async copy(from, to) {
      await run(`create database ${to} template ${from}`);
      return settingsOf(to);
    },
    stop,
  };
}
