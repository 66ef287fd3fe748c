import { isServerRunning } from "../../store/server-lock.ts";
import { type Command, type Invocation, jsonFlag } from "../command.ts";
import { checkCertificate, checkPublicUrl, checkSignIn } from "../doctor/check-addresses.ts";
import { checkClock, checkDataFolder, checkDisk, checkGit } from "../doctor/check-machine.ts";
import { checkEmbedder, checkModels } from "../doctor/check-models.ts";
import { checkProjects, lookAtStore } from "../doctor/check-store.ts";
import { checked, type Finding, note, ok } from "../doctor/health-finding.ts";
import type { Services } from "../services.ts";

export const doctor: Command = {
  name: "doctor",
  inServer: true,
  flags: { json: jsonFlag },
  examples: ["docent doctor", "docent doctor --data /var/lib/docent", "docent doctor --json"],
  run: examine,
};

async function examine({ services, result }: Invocation): Promise<number> {
  const { dataFolder } = services.config;
  const isRunning = services.isInServer || isServerRunning(dataFolder);
  const store = await lookAtStore(services);
  const { db } = store;
  const findings = await Promise.all([
    [ok("node", process.version)],
    checked("git", checkGit),
    checkClock(services.clock.now()),
    checked("disk", () => checkDisk(dataFolder)),
    checked("data", () => checkDataFolder(dataFolder)),
    services.unknownSettings.map((text) => note("settings", text)),
    checked("tls", async () => checkCertificate(services)),
    store.findings,
    db === undefined ? [] : checked("store", () => checkProjects(services, db), longestStoreMs),
    checked("model", () => checkModels(services)),
    checked("embedder", () => checkEmbedder(services)),
    checked("address", () => checkPublicUrl(services, isRunning)),
    checked("sign-in", () => checkSignIn(services)),
    [serverFinding(services, isRunning)],
  ]).finally(() => db?.destroy());
  const all = findings.flat();
  const isWell = all.every(({ state }) => state !== "bad");
  result({ ok: isWell, findings: all }, textOf(all));
  return isWell ? 0 : 1;
}

/** It holds the checks of all projects, each with a limit of its own. */
const longestStoreMs = 60_000;

function serverFinding({ isInServer }: Services, isRunning: boolean): Finding {
  if (isInServer) return ok("server", `running (process ${process.pid}); all this is its own view`);
  if (isRunning) return ok("server", "running on this data folder");
  return note("server", 'not running: start it with "docent serve"');
}

const marks = { ok: "✓ ok  ", note: "! note", bad: "✗ FAIL" };

function textOf(findings: Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  return findings
    .map(({ state, subject, text }) => `${marks[state]}  ${subject.padEnd(width)}  ${text}`)
    .join("\n");
}
