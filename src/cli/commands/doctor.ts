import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { runGit } from "../../git/run/git.ts";
import { operator } from "../../lib/actor.ts";
import { checkConnection } from "../../projects/connections/check-connection.ts";
import { type Database, pingDatabase } from "../../store/database.ts";
import { listProjects, type Project } from "../../store/docs/projects.ts";
import { listSources, type StoredSource } from "../../store/docs/sources.ts";
import { isServerRunning } from "../../store/server-lock.ts";
import type { Command, Invocation } from "../command.ts";
import type { Services } from "../services.ts";
import { openStore, storePlace } from "../store-command.ts";

const leastFreeBytes = 500 * 1024 * 1024;

export const doctor: Command = {
  name: "doctor",
  flags: {},
  examples: ["docent doctor", "docent doctor --data /var/lib/docent"],
  run: examine,
};

type Finding = { good: boolean; subject: string; text: string };

async function examine({ services, print }: Invocation): Promise<number> {
  const { dataFolder } = services.config;
  const findings = [
    found("node", process.version),
    ...(await checked("git", checkGit)),
    ...(await checked("disk", () => checkDisk(dataFolder))),
    ...(await checked("store", () => checkStore(services))),
    found("model", services.model.description),
    found(
      "server",
      isServerRunning(dataFolder)
        ? "running on this data folder"
        : 'not running: start it with "docent serve"',
    ),
  ];
  for (const { good, subject, text } of findings)
    print(`${good ? "ok  " : "FAIL"}  ${subject.padEnd(8)} ${text}`);
  return findings.every((finding) => finding.good) ? 0 : 1;
}

function found(subject: string, text: string, good = true): Finding {
  return { good, subject, text };
}

async function checked(subject: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  return check().catch((error) => [
    found(subject, error instanceof Error ? error.message : String(error), false),
  ]);
}

async function checkGit(): Promise<Finding[]> {
  const { stdout } = await runGit(["version"]).catch(() => ({ stdout: Buffer.from("") }));
  const [, major = "0", minor = "0"] = /(\d{1,9})\.(\d{1,9})/.exec(stdout.toString()) ?? [];
  const good = Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 30);
  const advice = "git 2.30 or newer is needed: install it, for example with apt-get install git";
  return [found("git", good ? stdout.toString().trim() : advice, good)];
}

async function checkDisk(dataFolder: string): Promise<Finding[]> {
  const { bavail, bsize } = await statfs(existingFolder(dataFolder));
  const free = bavail * bsize;
  const text = `${(free / 1024 ** 3).toFixed(1)} GB free in ${dataFolder}`;
  if (free >= leastFreeBytes) return [found("disk", text)];
  return [found("disk", `${text}: free some space, or move the folder with --data`, false)];
}

/** Looking makes nothing: where the data folder is to be, its parent has the same disk. */
function existingFolder(path: string): string {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? path : existingFolder(parent);
}

async function checkStore(services: Services): Promise<Finding[]> {
  const { store, dataFolder } = services.config;
  if (store.kind === "sqlite" && !existsSync(store.file))
    return [found("store", `none yet in ${dataFolder}: "docent serve" makes it`)];
  const db = await openStore(services);
  try {
    await pingDatabase(db);
    return [
      found("store", `${storePlace(store)}, newest schema`),
      ...(await checkProjects(services, db)),
    ];
  } finally {
    await db.destroy();
  }
}

async function checkProjects(services: Services, db: Database): Promise<Finding[]> {
  const findings = (await listProjects(db)).map(async (project) => {
    const sources = await listSources(db, project.id);
    const failed = sources.find(({ error }) => error !== "");
    const good = project.currentRevisionId !== null && failed === undefined;
    const connections = await Promise.all(
      sources.map((source) => checked("source", () => checkSource(services, db, source))),
    );
    return [found("project", projectText(project, sources, failed), good), ...connections.flat()];
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
  return findings.map(({ state, text }) => found("source", `${id}: ${text}`, state !== "bad"));
}

function projectText(
  { domain, currentRevisionId }: Project,
  sources: StoredSource[],
  failed: StoredSource | undefined,
): string {
  if (failed) return `${domain}: the last sync of ${failed.id} failed: ${failed.error}`;
  if (currentRevisionId === null)
    return `${domain}: no docs yet: run "docent sync --domain ${domain}"`;
  return `${domain}: synced ${sources[0]?.syncedAt ?? "never"}`;
}
