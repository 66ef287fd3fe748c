import { existsSync } from "node:fs";
import { operator } from "../../lib/actor.ts";
import { checkConnection } from "../../projects/connections/check-connection.ts";
import type { Database } from "../../store/database.ts";
import { listProjects, type Project } from "../../store/docs/projects.ts";
import { listSources, type StoredSource } from "../../store/docs/sources.ts";
import { inspectStore, type StoreFacts } from "../../store/inspect-store.ts";
import type { Services } from "../services.ts";
import { openStore, storeFault, storePlace } from "../store-command.ts";
import { checkProjectModels } from "./check-models.ts";
import { bad, checked, type Finding, note, ok } from "./health-finding.ts";

export type SeenStore = {
  findings: Finding[];
  /** Undefined where it cannot be worked with as it is. */
  db: Database | undefined;
};

/** The store as it is; open, and its stored settings taken in, where it is up to date. */
export async function lookAtStore(services: Services): Promise<SeenStore> {
  const seen: SeenStore = { findings: [], db: undefined };
  seen.findings = await checked("store", async () => {
    const { store, dataFolder } = services.config;
    if (store.kind === "sqlite" && !existsSync(store.file))
      return [note("store", `none yet in ${dataFolder}: "docent serve" makes it`)];
    const facts = await inspectStore(store, services.clock.now).catch((cause) => {
      throw storeFault(store, cause);
    });
    if (facts.canWrite && facts.missing?.length === 0) seen.db = await openStore(services);
    return [storeFinding(storePlace(store), facts), ...clockFindings(facts)];
  });
  return seen;
}

function storeFinding(place: string, { version, missing, canWrite, user }: StoreFacts): Finding {
  const where = `${place}, version ${version}`;
  if (!canWrite)
    return bad(
      "store",
      `${where}: ${user || "this user"} may not write to it; give it the rights, then retry`,
    );
  if (missing === undefined)
    return note("store", `${where}: without tables yet; "docent serve" makes them`);
  if (missing.length === 0) return ok("store", `${where}, newest schema`);
  const count = missing.length === 1 ? "1 migration waits" : `${missing.length} migrations wait`;
  return note("store", `${where}: ${count}; make a backup, then run "docent migrate" or start`);
}

const mostAheadMs = 10_000;

function clockFindings({ clockAheadMs }: StoreFacts): Finding[] {
  if (Math.abs(clockAheadMs) <= mostAheadMs) return [];
  const seconds = Math.round(Math.abs(clockAheadMs) / 1_000);
  const way = clockAheadMs > 0 ? "behind" : "ahead of";
  return [bad("clock", `${seconds} s ${way} the database's: let both follow a time server`)];
}

/** Each project with its models, and each source with its repository and forge. */
export async function checkProjects(services: Services, db: Database): Promise<Finding[]> {
  const findings = (await listProjects(db)).map(async (project) => {
    const sources = await listSources(db, project.id);
    const asked = await Promise.all([
      checkProjectModels(services, project),
      ...sources.map((source) => checked("source", () => checkSource(services, db, source))),
    ]);
    return [projectFinding(project, sources), ...asked.flat()];
  });
  return (await Promise.all(findings)).flat();
}

async function checkSource(
  services: Services,
  db: Database,
  { id, kind }: StoredSource,
): Promise<Finding[]> {
  if (kind !== "git") return [];
  const findings = await checkConnection(services.connections(db), operator, id);
  const states = { good: "ok", note: "note", bad: "bad" } as const;
  return findings.map(({ state, text }) => ({
    ...{ state: states[state], subject: "source", text: `${id}: ${text}` },
  }));
}

function projectFinding({ domain, currentRevisionId }: Project, sources: StoredSource[]): Finding {
  const failed = sources.find(({ error }) => error !== "");
  if (failed)
    return bad("project", `${domain}: the last sync of ${failed.id} failed: ${failed.error}`);
  if (currentRevisionId === null)
    return bad("project", `${domain}: no docs yet: run "docent sync --domain ${domain}"`);
  return ok("project", `${domain}: synced ${sources[0]?.syncedAt ?? "never"}`);
}
