import { type Expression, type OperationNodeSource, sql } from "kysely";
import { type Handle, kindOf } from "../kind-of.ts";
import { commitToDisk } from "./commit-to-disk.ts";

/**
 * Carries out all statements or none. On PostgreSQL they are parts of one, and so one way there and back: none of them
 * may need what another one writes, but for rows that it refers to.
 */
export async function together(
  db: Handle,
  make: (handle: Handle) => OperationNodeSource[],
  commit = commitToDisk,
): Promise<void> {
  if (kindOf(db) === "postgres") return asOne(db, make(db));
  if (db.isTransaction) return oneByOne(db, make(db));
  await commit(db, (trx) => oneByOne(trx, make(trx)));
}

async function asOne(db: Handle, statements: OperationNodeSource[]): Promise<void> {
  if (statements.length <= 1) return oneByOne(db, statements);
  const parts = statements.map((one, place) => sql`${sql.ref(`part${place}`)} as (${within(one)})`);
  await sql`with ${sql.join(parts)} select 1`.execute(db);
}

async function oneByOne(db: Handle, statements: OperationNodeSource[]): Promise<void> {
  for (const one of statements) await sql`${within(one)}`.execute(db);
}

function within(statement: OperationNodeSource): Expression<unknown> {
  return { expressionType: undefined, toOperationNode: () => statement.toOperationNode() };
}
