import { operator } from "../../lib/actor.ts";
import { issueSetupLink } from "../../members/issue-setup-link.ts";
import type { Database } from "../../store/database.ts";
import type { Project } from "../../store/docs/projects.ts";
import { announceAddress, lockDataFolder } from "../../store/server-lock.ts";
import { type Command, type Invocation, type StoreInvocation, textFlag } from "../command.ts";
import type { Services } from "../services.ts";
import { placeFlags } from "../source-flags.ts";
import { banner } from "../start/banner.ts";
import { ensureClients } from "../start/ensure-clients.ts";
import { ensureKeys } from "../start/ensure-keys.ts";
import { ensureProject } from "../start/ensure-project.ts";
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
  },
  settings: {
    port: "DOCENT_PORT",
    host: "DOCENT_HOST",
    docs: "DOCENT_DOCS",
    branch: "DOCENT_BRANCH",
    subfolder: "DOCENT_SUBFOLDER",
    domain: "DOCENT_DOMAIN",
  },
  examples: [
    "docent serve",
    "docent serve --docs ./my-docs --domain acme --port 8080",
    "docent serve --docs https://git.example/acme/docs.git --branch main --domain acme",
  ],
  run: runServer,
};

/** The story of a start: lock, store, project, docs, what browsers load, listen, keys. */
async function runServer(invocation: Invocation): Promise<number> {
  const { services } = invocation;
  const lock = lockDataFolder(services.openData().path);
  try {
    const db = await openStore(services);
    try {
      const start = { ...invocation, db };
      const project = await ensureProject(start);
      await readDocs(start, project);
      await buildClients(invocation);
      await listen(start, project);
      return 0;
    } finally {
      await db.destroy();
    }
  } finally {
    lock.release();
  }
}

async function buildClients({ services, remark }: Invocation): Promise<void> {
  const write = (text: string) => void process.stderr.write(text);
  await ensureClients(services.clients, { write, remark });
}

/** The port comes first: keys that were made and never shown would be lost. */
async function listen({ db, services, print }: StoreInvocation, project: Project): Promise<void> {
  const listening = await services.listen(db);
  try {
    const keys = await ensureKeys(services, db, project);
    const { url } = listening;
    announceAddress(services.openData().path, services.config.publicUrl ?? url);
    print(banner(services, { project, keys, url, setupLink: await setupLink(services, db, url) }));
  } catch (error) {
    await listening.close();
    throw error;
  }
  await listening.stopped;
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
    for (const report of await syncProject(invocation, project)) {
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
