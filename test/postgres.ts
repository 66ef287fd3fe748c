import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";

declare module "vitest" {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

export type TestDatabase = { name: string; url: string; drop(): Promise<void> };

/** A new database on the PostgreSQL that serves this test run: empty, or a copy of one that nobody is connected to. */
export async function createTestDatabase(template = "template1"): Promise<TestDatabase> {
  const serverUrl = inject("postgresUrl");
  const name = `test_${randomBytes(8).toString("hex")}`;
  const from = `TEMPLATE ${template} STRATEGY file_copy`;
  await runStatement(serverUrl, `CREATE DATABASE ${name} ${from}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const drop = () => runStatement(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
  return { name, url: url.href, drop };
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
