import { setTimeout as sleep } from "node:timers/promises";
import { type Kysely, sql } from "kysely";
import { jobFactsMigration } from "./migrations/0021-job-facts.ts";
import { membersMigration } from "./migrations/0023-members.ts";
import { actsMigration } from "./migrations/0024-acts.ts";
import { settingsMigration } from "./migrations/0025-settings.ts";
import { refsMigration } from "./migrations/0027-refs.ts";
import { questionsMigration } from "./migrations/0028-questions.ts";
import { groupsMigration } from "./migrations/0029-groups.ts";
import { proofsMigration } from "./migrations/0030-proofs.ts";
import { automationsMigration } from "./migrations/0032-automations.ts";
import { readerMigration } from "./migrations/0035-reader.ts";
import { overlaysMigration } from "./migrations/0039-overlays.ts";
import { partedGroupsMigration } from "./migrations/0040-parted-groups.ts";
import { ownerTokensMigration } from "./migrations/0041-owner-tokens.ts";
import { firstStepsMigration } from "./migrations/0042-first-steps.ts";
import { keysOfTokensMigration } from "./migrations/0046-keys-of-tokens.ts";
import { blobsByTimeMigration } from "./migrations/0047-blobs-by-time.ts";
import { nodesMigration } from "./migrations/0049-nodes.ts";
import { olderCodeMigration } from "./migrations/0050-older-code.ts";
import { logInAttemptsMigration } from "./migrations/0051-log-in-attempts.ts";
import { keysMigration } from "./migrations/earlier/0001-keys.ts";
import { docsMigration } from "./migrations/earlier/0002-docs.ts";
import { answersMigration } from "./migrations/earlier/0003-answers.ts";
import { jobsMigration } from "./migrations/earlier/0004-jobs.ts";
import { changesMigration } from "./migrations/earlier/0005-changes.ts";
import { ownerMigration } from "./migrations/earlier/0006-owner.ts";
import { sitesMigration } from "./migrations/earlier/0007-sites.ts";
import { recordsMigration } from "./migrations/earlier/0008-records.ts";
import { stopMigration } from "./migrations/earlier/0009-stop.ts";
import { turnsMigration } from "./migrations/earlier/0010-turns.ts";
import { editionsMigration } from "./migrations/earlier/0011-editions.ts";
import { outcomeMigration } from "./migrations/earlier/0012-outcome.ts";
import { laterHeadingsMigration } from "./migrations/earlier/0013-later-headings.ts";
import { hostedChangesMigration } from "./migrations/earlier/0014-hosted-changes.ts";
import { secretsMigration } from "./migrations/earlier/0015-secrets.ts";
import { webhooksMigration } from "./migrations/earlier/0016-webhooks.ts";
import { forgeWaitMigration } from "./migrations/earlier/0017-forge-wait.ts";
import { extraPathsMigration } from "./migrations/earlier/0018-extra-paths.ts";
import { commentsMigration } from "./migrations/earlier/0019-comments.ts";
import { costlyTextsMigration } from "./migrations/earlier/0020-costly-texts.ts";
import type { Migration } from "./migrations/migration.ts";
import { isHeldBack, noteRun, type Ran, refuseNewerSchema } from "./migrations/older-code.ts";
import type { Tables } from "./tables.ts";

export const migrations: Migration[] = [
  keysMigration,
  docsMigration,
  answersMigration,
  jobsMigration,
  changesMigration,
  ownerMigration,
  sitesMigration,
  recordsMigration,
  stopMigration,
  turnsMigration,
  editionsMigration,
  outcomeMigration,
  laterHeadingsMigration,
  hostedChangesMigration,
  secretsMigration,
  webhooksMigration,
  forgeWaitMigration,
  extraPathsMigration,
  commentsMigration,
  costlyTextsMigration,
  jobFactsMigration,
  membersMigration,
  actsMigration,
  settingsMigration,
  refsMigration,
  questionsMigration,
  groupsMigration,
  proofsMigration,
  automationsMigration,
  readerMigration,
  overlaysMigration,
  partedGroupsMigration,
  ownerTokensMigration,
  firstStepsMigration,
  keysOfTokensMigration,
  blobsByTimeMigration,
  nodesMigration,
  olderCodeMigration,
  logInAttemptsMigration,
];

const advisoryLock = 4_040_001;

/**
 * Forward only. One transaction under a lock, so two processes that start together migrate once. What takes something
 * away from code that still runs is left for a later start.
 */
export async function migrate(
  db: Kysely<Tables>,
  kind: "sqlite" | "postgres",
  wanted = migrations,
): Promise<string[]> {
  for (let triesLeft = 60; ; triesLeft -= 1) {
    try {
      return await migrateAtOnce(db, kind, wanted);
    } catch (error) {
      if (!isLockTimeout(error) || triesLeft === 0) throw error;
      await sleep(pauseForOthersMs);
    }
  }
}

const pauseForOthersMs = 1_000;

/** A table somebody reads for long, such as a dump, would hold up all others behind a change that waits for it. */
function isLockTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "55P03";
}

function migrateAtOnce(
  db: Kysely<Tables>,
  kind: "sqlite" | "postgres",
  wanted: Migration[],
): Promise<string[]> {
  return db.transaction().execute(async (trx) => {
    if (kind === "postgres") {
      await sql`select pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(trx);
      await sql`set local lock_timeout = '1s'`.execute(trx);
    }
    await sql`create table if not exists docent_migrations (name text primary key, ran_at text not null)`.execute(
      trx,
    );
    const { rows } = await sql<Ran>`select * from docent_migrations`.execute(trx);
    const ran = new Set(rows.map((row) => row.name));
    refuseNewerSchema(rows, migrations);
    const done: string[] = [];
    for (const migration of wanted.filter(({ name }) => !ran.has(name))) {
      if (await isHeldBack(trx, kind, migration)) continue;
      for (const statement of migration.statements) await sql.raw(statement).execute(trx);
      for (const statement of migration.own?.[kind] ?? []) await sql.raw(statement).execute(trx);
      await migration.fill?.(trx);
      await noteRun(trx, migration);
      done.push(migration.name);
    }
    return done;
  });
}

/** Which migrations a store still lacks; undefined where it has no tables yet. Changes nothing. */
export async function missingMigrations(
  db: Kysely<Tables>,
  kind: "sqlite" | "postgres",
): Promise<string[] | undefined> {
  const found =
    kind === "sqlite"
      ? await sql`select 1 from sqlite_master where name = 'docent_migrations'`.execute(db)
      : await sql`select 1 where to_regclass('docent_migrations') is not null`.execute(db);
  if (found.rows.length === 0) return undefined;
  const { rows } = await sql<Ran>`select * from docent_migrations`.execute(db);
  const ran = new Set(rows.map(({ name }) => name));
  refuseNewerSchema(rows, migrations);
  return migrations.map(({ name }) => name).filter((name) => !ran.has(name));
}
