import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Database, openDatabase } from "../../src/store/database.ts";
import { cutLine } from "../cut-line.ts";
import { startFakeAnthropic } from "../fake-anthropic.ts";
import { makeRepository } from "../job-node.ts";
import type { ModelScript } from "../model-script.ts";
import { createTestDatabase } from "../postgres.ts";
import { askServer, type ServerProcess, type Settings, serveUntilEnd } from "../server-process.ts";
import { startPgBouncer } from "./pgbouncer.ts";

export const assistantKey = `svc_dsc_${"k".repeat(32)}`;
const adminKey = `svc_${"a".repeat(32)}`;
export const pages = {
  "grease.md": "# Grease\n\nPart 1 of the machine is greased with oil once a week.\n",
};

export type NodeName = "worker" | "one" | "other";

export const roles: Record<NodeName, string> = { worker: "worker,sync", one: "api", other: "api" };

type Wanted = {
  own?: Partial<Record<NodeName, Settings>>;
  /** In place of a database on the PostgreSQL of the run. */
  databaseUrl?: string;
  /** In place of a repository on this machine. */
  docs?: Settings;
  /** Holds the data of all nodes. */
  folder?: string;
};

/** Two nodes for requests and one for the rest, behind one PgBouncer and a line to PostgreSQL that can be cut. */
export async function startNodes(script: ModelScript, wanted: Wanted = {}) {
  const model = await startFakeAnthropic(script);
  onTestFinished(model.close);
  const databaseUrl = wanted.databaseUrl ?? (await ownDatabase());
  const line = await cutLine({ url: databaseUrl });
  const pooler = await startPgBouncer(line.url);
  onTestFinished(pooler.close);
  const folder = wanted.folder ?? (await ownFolder());
  const settings = {
    ...nodeSettings(model.url, wanted.docs ? "" : await makeRepository(pages)),
    ...wanted.docs,
    DATABASE_URL: pooler.url,
    DATABASE_LISTEN_URL: line.url,
  };
  const start = (name: NodeName) =>
    serveUntilEnd(["--data", join(folder, name), "--role", roles[name]], {
      ...settings,
      ...wanted.own?.[name],
    });
  const worker = await start("worker");
  const [one, other] = await Promise.all([start("one"), start("other")]);
  const nodes: Record<NodeName, ServerProcess> = { worker, one, other };
  const db: Database = await openDatabase({ kind: "postgres", url: databaseUrl });
  onTestFinished(() => db.destroy());
  const restart = async (name: NodeName) => {
    await nodes[name].end("SIGKILL");
    nodes[name] = await start(name);
  };
  return { nodes, restart, pooler, line, db, folder };
}

async function ownDatabase(): Promise<string> {
  const database = await createTestDatabase();
  onTestFinished(database.drop);
  return database.url;
}

async function ownFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "docent-nodes-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/** What nodes of a test have in common beside their database. */
export function nodeSettings(modelUrl: string, repository: string): Settings {
  return {
    DOCENT_ASSISTANT_KEY: assistantKey,
    DOCENT_ADMIN_KEY: adminKey,
    DOCENT_DASHBOARD: "off",
    DOCENT_LOG_LEVEL: "warn",
    DOCENT_DOCS: repository,
    DOCENT_POLL_SECONDS: "1",
    DOCENT_ADDRESS_REQUESTS_PER_MINUTE: "1000000",
    DOCENT_KEY_REQUESTS_PER_MINUTE: "1000000",
    ANTHROPIC_API_KEY: "sk-test-0123456789",
    ANTHROPIC_BASE_URL: modelUrl,
  };
}

export function askNode(url: string, id: string, question: string): Promise<Response> {
  const more = { id, trigger: "submit-message", accept: "text/event-stream" };
  return askServer(url, assistantKey, question, more);
}

/** Goes on behind the last event that was read, or begins anew. */
export function resumeOn(url: string, id: string, lastEventId?: number): Promise<Response> {
  return fetch(`${url}/discovery/v2/assistant/docent/message/${id}/stream`, {
    headers: {
      authorization: `Bearer ${assistantKey}`,
      accept: "text/event-stream",
      ...(lastEventId !== undefined && { "last-event-id": String(lastEventId) }),
    },
  });
}

export function asAdmin(url: string, path: string, init: RequestInit = {}): Promise<Response> {
  return fetch(`${url}${path}`, {
    ...init,
    headers: {
      authorization: `Bearer ${adminKey}`,
      "content-type": "application/json",
      ...Object.fromEntries(new Headers(init.headers)),
    },
  });
}
