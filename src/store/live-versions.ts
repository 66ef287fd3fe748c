import { createHash } from "node:crypto";
import { liveTopics, type Versions } from "../contract/live.ts";
import type { Database } from "./database.ts";

export type VersionsOf = {
  projectId: string;
  now: string;
  /** How far the sync of a source has come; undefined where none runs. */
  progressOf(sourceId: string): unknown;
};

/**
 * One short text for each topic of a project, made of what its lists show: the same rows give the same text on every
 * node and after a restart. Undefined: there is no such project.
 */
export async function readVersions(
  db: Database,
  { projectId, now, progressOf }: VersionsOf,
): Promise<Versions | undefined> {
  const [project, settings, sources, logins, ...others] = await Promise.all([
    projectRow(db, projectId),
    settingRows(db),
    sourceRows(db, projectId),
    loginRows(db),
    jobRows(db, projectId),
    changeRows(db, projectId),
    keyRows(db, projectId, now),
    questionRows(db, projectId),
    groupRows(db, projectId),
    automationRows(db, projectId),
  ]);
  const [jobs, changes, keys, questions, groups, automations] = others;
  if (!project) return undefined;
  const synced = sources.map(({ id, location, branch, subfolder, syncedAt }) => [
    ...[id, location, branch, subfolder, syncedAt],
  ]);
  const progress = sources.map(({ id }) => progressOf(id));
  const lists = { jobs, changes, keys, questions, groups, automations };
  const rows = {
    project: [project, synced, settings],
    sources: [sources, progress, logins],
    ...lists,
  };
  return Object.fromEntries(liveTopics.map((topic) => [topic, shortHash(rows[topic])]));
}

/** Of the list of all projects. */
export async function readProjectsVersion(db: Database): Promise<Versions> {
  const projects = await db
    .selectFrom("projects")
    .select(["id", "domain", "name", "visibility", "baseUrl", "currentRevisionId"])
    .orderBy("id")
    .execute();
  const sources = await db
    .selectFrom("sources")
    .select(["id", "location", "branch", "subfolder", "syncedAt", "error"])
    .orderBy("id")
    .execute();
  return { project: shortHash([projects, sources]) };
}

function projectRow(db: Database, projectId: string) {
  return db.selectFrom("projects").selectAll().where("id", "=", projectId).executeTakeFirst();
}

/** What the whole server is set to holds for each of its projects. */
function settingRows(db: Database) {
  return db.selectFrom("settings").select(["name", "updatedAt"]).orderBy("name").execute();
}

/** What opens repositories: some of it is for all that use its name. */
function loginRows(db: Database) {
  return db
    .selectFrom("secrets")
    .select(["id", "updatedAt"])
    .where("purpose", "=", "login")
    .orderBy("id")
    .execute();
}

function sourceRows(db: Database, projectId: string) {
  return db
    .selectFrom("sources")
    .select(["id", "location", "branch", "subfolder", "mount", "baseUrl", "generator"])
    .select(["syncedAt", "checkedAt", "deliveredAt", "error"])
    .where("projectId", "=", projectId)
    .orderBy("id")
    .execute();
}

/** What has ended changes no more until it is claimed again: of those jobs, numbers are enough. */
async function jobRows(db: Database, projectId: string) {
  const own = db.selectFrom("jobs").where("projectId", "=", projectId);
  return Promise.all([
    own
      .select(["state", ({ fn }) => fn.countAll<number>().as("count")])
      .groupBy("state")
      .orderBy("state")
      .execute(),
    own.select(({ fn }) => fn.max("ordinal").as("newest")).execute(),
    own.select(({ fn }) => fn.max("claimedAt").as("newest")).execute(),
    own
      .select(["id", "state", "step", "attempt", "place", "todos", "cancelRequestedAt"])
      .select("forgeWait")
      .where("state", "!=", "halted")
      .orderBy("ordinal")
      .execute(),
  ]);
}

async function changeRows(db: Database, projectId: string) {
  return Promise.all([
    db
      .selectFrom("changes")
      .select(["state", ({ fn }) => fn.countAll<number>().as("count")])
      .select(({ fn }) => [fn.max("number").as("newest"), fn.max("updatedAt").as("updated")])
      .where("projectId", "=", projectId)
      .groupBy("state")
      .orderBy("state")
      .execute(),
    db
      .selectFrom("changeComments")
      .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("updatedAt").as("updated")])
      .where("projectId", "=", projectId)
      .execute(),
  ]);
}

async function keyRows(db: Database, projectId: string, now: string) {
  const own = db.selectFrom("keys").where("projectId", "=", projectId);
  const counts = own.select(({ fn }) => [
    fn.countAll<number>().as("all"),
    fn.count<number>("revokedAt").as("revoked"),
    fn.max("createdAt").as("created"),
    fn.max("lastUsedAt").as("used"),
  ]);
  const expired = own
    .select(({ fn }) => fn.countAll<number>().as("expired"))
    .where("expiresAt", "<=", now);
  return Promise.all([counts.execute(), expired.execute()]);
}

/** What was asked last and what came of it, and how many were rated. */
async function questionRows(db: Database, projectId: string) {
  const own = db.selectFrom("askedQuestions").where("projectId", "=", projectId);
  return Promise.all([
    own
      .select(["answerId", "state", "rating"])
      .orderBy("askedAt", "desc")
      .orderBy("answerId", "desc")
      .limit(1)
      .execute(),
    own
      .select(({ fn }) => fn.countAll<number>().as("rated"))
      .where("rating", "!=", "")
      .execute(),
  ]);
}

/** Every writing of the grouping and every decision of a person counts the version up. */
function groupRows(db: Database, projectId: string) {
  return db
    .selectFrom("groupTurns")
    .select(["version", "told"])
    .where("projectId", "=", projectId)
    .execute();
}

/** Of runs that have ended, numbers are enough. */
async function automationRows(db: Database, projectId: string) {
  const runs = db.selectFrom("automationRuns").where("projectId", "=", projectId);
  return Promise.all([
    db
      .selectFrom("automations")
      .select(["id", "automationState", "nextAt", "error", "updatedAt"])
      .where("projectId", "=", projectId)
      .orderBy("id")
      .execute(),
    db
      .selectFrom("codeRepositories")
      .select(["id", "error", "checkedAt", "deliveredAt"])
      .where("projectId", "=", projectId)
      .orderBy("id")
      .execute(),
    runs
      .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("endedAt").as("ended")])
      .execute(),
    runs
      .select(["id", "runState", "told", "jobId"])
      .where("runState", "in", ["waiting", "working"])
      .orderBy("id")
      .execute(),
  ]);
}

function shortHash(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("base64url").slice(0, 16);
}
