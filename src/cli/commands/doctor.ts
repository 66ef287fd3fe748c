import { existsSync } from "node:fs";
import { statfs } from "node:fs/promises";
import { dirname } from "node:path";
import { runGit } from "../../git/run/git.ts";
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
  summary: "Check Node, git, the store, the model and the disk, and say what to do.",
  flags: {},
  examples: ["docent doctor", "docent doctor --data /var/lib/docent"],
  run: examine,
};

type Finding = { good: boolean; subject: string; text: string };

async function examine({ services, print }: Invocation): Promise<number> {
  const findings = [
    checkNode(),
    await checked("git", checkGit),
    await checked("disk", () => checkDisk(services)),
    ...(await checkStore(services)),
    { good: true, subject: "model", text: services.model.description },
    checkServer(services),
  ];
  for (const { good, subject, text } of findings)
    print(`${good ? "ok  " : "FAIL"}  ${subject.padEnd(8)} ${text}`);
  return findings.every((finding) => finding.good) ? 0 : 1;
}

async function checked(subject: string, check: () => Promise<Finding>): Promise<Finding> {
  try {
    return await check();
  } catch (error) {
    return { good: false, subject, text: error instanceof Error ? error.message : String(error) };
  }
}

function checkNode(): Finding {
  return { good: true, subject: "node", text: process.version };
}

async function checkGit(): Promise<Finding> {
  const { stdout } = await runGit(["version"]).catch(() => ({ stdout: Buffer.from("") }));
  const [, major = "0", minor = "0"] = /(\d+)\.(\d+)/.exec(stdout.toString()) ?? [];
  const good = Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 30);
  const text = good
    ? stdout.toString().trim()
    : "git 2.30 or newer is needed: install it, for example with apt-get install git";
  return { good, subject: "git", text };
}

async function checkDisk({ config }: Services): Promise<Finding> {
  const { bavail, bsize } = await statfs(existingFolder(config.dataFolder));
  const free = bavail * bsize;
  const gigabytes = `${(free / 1024 ** 3).toFixed(1)} GB free in ${config.dataFolder}`;
  const good = free >= leastFreeBytes;
  return {
    good,
    subject: "disk",
    text: good ? gigabytes : `${gigabytes}: free some space, or move the folder with --data`,
  };
}

/** Looking makes nothing: where the data folder is to be, its parent has the same disk. */
function existingFolder(path: string): string {
  const parent = dirname(path);
  return existsSync(path) || parent === path ? path : existingFolder(parent);
}

async function checkStore(services: Services): Promise<Finding[]> {
  const { store } = services.config;
  if (store.kind === "sqlite" && !existsSync(store.file)) {
    return [
      {
        good: true,
        subject: "store",
        text: `none yet in ${services.config.dataFolder}: "docent serve" makes it`,
      },
    ];
  }
  try {
    const db = await openStore(services);
    try {
      await pingDatabase(db);
      return [
        { good: true, subject: "store", text: `${storePlace(store)}, newest schema` },
        ...(await checkProjects(db)),
      ];
    } finally {
      await db.destroy();
    }
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return [{ good: false, subject: "store", text }];
  }
}

async function checkProjects(db: Database): Promise<Finding[]> {
  const projects = await listProjects(db);
  const findings = projects.map(async (project): Promise<Finding> => {
    const sources = await listSources(db, project.id);
    const failed = sources.find(({ error }) => error !== "");
    const good = project.currentRevisionId !== null && failed === undefined;
    return { good, subject: "project", text: projectText(project, sources, failed) };
  });
  return Promise.all(findings);
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

function checkServer({ config }: Services): Finding {
  const running = isServerRunning(config.dataFolder);
  return {
    good: true,
    subject: "server",
    text: running ? "running on this data folder" : 'not running: start it with "docent serve"',
  };
}
