import { existsSync } from "node:fs";
import type { NodeRole } from "../../config/node-role.ts";
import { operator } from "../../lib/actor.ts";
import { issueSetupLink } from "../../members/issue-setup-link.ts";
import type { Database } from "../../store/database.ts";
import type { Project } from "../../store/docs/projects.ts";
import { announceAddress, lockDataFolder } from "../../store/server-lock.ts";
import { type Command, type Invocation, type StoreInvocation, textFlag } from "../command.ts";
import { type CommandServer, serveCommands } from "../running/serve-commands.ts";
import type { Services } from "../services.ts";
import { placeFlags, requireLocation } from "../source-flags.ts";
import { banner, listeningLine } from "../start/banner.ts";
import { ensureClients } from "../start/ensure-clients.ts";
import { ensureKeys } from "../start/ensure-keys.ts";
import { ensureProject } from "../start/ensure-project.ts";
import { readStartFacts } from "../start/start-facts.ts";
import { openStore } from "../store-command.ts";
import { reportText, syncProject } from "../sync-sources.ts";

export const serve: Command = {
  name: "serve",
  flags: {
    port: textFlag("N", "Port to listen on; 0 takes any free one (default 4040)."),
    host: textFlag("ADDRESS", "Address to listen on (default 127.0.0.1)."),
    docs: textFlag("PATH_OR_GIT_URL", "Docs to answer from (default: Docent's own)."),
    ...placeFlags,
    domain: textFlag("NAME", "Domain of the project (default docent)."),
    role: textFlag(
      "NAMES",
      "What this node does: api, worker or sync, or several with commas (default all).",
    ),
  },
  settings: {
    port: "DOCENT_PORT",
    host: "DOCENT_HOST",
    docs: "DOCENT_DOCS",
    branch: "DOCENT_BRANCH",
    subfolder: "DOCENT_SUBFOLDER",
    domain: "DOCENT_DOMAIN",
    role: "DOCENT_ROLE",
  },
  examples: [
    "docent serve",
    "docent serve --docs ./my-docs --domain acme --port 8080",
    "docent serve --docs https://git.example/acme/docs.git --branch main --domain acme",
    "docent serve --role worker,sync",
  ],
  run: runServer,
};

/** The story of a start: port, lock, store, project, docs, what browsers load, listen, keys. Each role has its part of it. */
async function runServer(invocation: Invocation): Promise<number> {
  const { services } = invocation;
  for (const text of services.unknownSettings) invocation.remark(text);
  await services.requirePort();
  await requireDocs(invocation);
  const lock = lockDataFolder(services.openData().path);
  try {
    const db = await openStore(services);
    try {
      const start = { ...invocation, db };
      const { roles } = services.config;
      const project = isOnlyWorker(roles) ? undefined : await ensureProject(start);
      if (project && roles.includes("sync")) await readDocs(start, project);
      if (roles.includes("api")) await buildClients(invocation);
      await listen(start, project);
      return 0;
    } finally {
      await db.destroy();
    }
  } finally {
    lock.release();
  }
}

function isOnlyWorker(roles: readonly NodeRole[]): boolean {
  return roles.every((role) => role === "worker");
}

/** A mistyped path leaves no data folder behind. Where there is one, its docs may be on a disk that is not there yet. */
async function requireDocs({ flags, services }: Invocation): Promise<void> {
  const { docs, store } = services.config;
  if (docs === undefined || store.kind !== "sqlite" || existsSync(store.file)) return;
  await requireLocation(docs, flags.text("docs") === undefined ? "DOCENT_DOCS" : "--docs");
}

async function buildClients({ services, remark }: Invocation): Promise<void> {
  const write = (text: string) => void process.stderr.write(text);
  await ensureClients(services.clients, { write, remark });
}

/** The port comes first: keys that were made and never shown would be lost. */
async function listen(invocation: StoreInvocation, project: Project | undefined): Promise<void> {
  const { db, services } = invocation;
  const listening = await services.listen(db);
  const commands = await takeCommands(invocation, listening.services);
  try {
    const { url } = listening;
    announceAddress(services.openData().path, services.config.publicUrl ?? url);
    const isApi = services.config.roles.includes("api");
    if (project && isApi) await greet(invocation, project, url);
    else
      invocation.print(
        `\n  Role       ${services.config.roles.join(", ")}\n\n${listeningLine(url)}`,
      );
  } catch (error) {
    await commands?.close();
    await listening.close();
    throw error;
  }
  await listening.stopped;
  await commands?.close();
}

async function greet(invocation: StoreInvocation, project: Project, url: string): Promise<void> {
  const { db, services, print, display } = invocation;
  const keys = await ensureKeys(services, db, project);
  const facts = await readStartFacts(services, db, project.id);
  const link = await setupLink(services, db, url);
  const { columns } = display;
  // What npm started stands in no folder of the PATH.
  const command = process.env.npm_execpath === undefined ? "docent" : "npx docent";
  print(banner(services, { project, facts, keys, url, setupLink: link, columns, command }));
}

/** Where the file system has no sockets, commands beside the server work with their own settings. */
async function takeCommands(
  { services, runInside }: Invocation,
  inServer: Services,
): Promise<CommandServer | undefined> {
  const { path } = services.openData();
  return serveCommands(path, (argv, shown) => runInside(argv, shown, inServer)).catch((err) => {
    services.log.warn({ err }, "commands beside this server will use their own settings");
    return undefined;
  });
}

async function setupLink(
  { config, clock }: Services,
  db: Database,
  url: string,
): Promise<string | undefined> {
  if (!config.dashboard) return undefined;
  const input = { publicUrl: config.publicUrl ?? url };
  return issueSetupLink({ db, clock }, operator, input);
}

/** A repository that cannot be reached right now is no reason not to answer from what was read before. */
async function readDocs(invocation: StoreInvocation, project: Project): Promise<void> {
  try {
    for (const report of await syncProject(invocation, project, { onlyChanged: true })) {
      invocation.remark(reportText(report));
    }
  } catch (error) {
    if (project.currentRevisionId === null) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    invocation.remark(
      `The docs could not be read again, so the last revision keeps serving: ${reason}`,
    );
  }
}
