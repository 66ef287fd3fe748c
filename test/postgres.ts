import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export type TestDatabase = { url: string; drop(): Promise<void> };

/** A new, empty database on the PostgreSQL that serves this test run. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = inject("postgresUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  await runStatement(serverUrl, `CREATE DATABASE ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const drop = () => runStatement(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  return { url: url.href, drop };
}

async function runStatement(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
