import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import {
  type CheckoutThreads,
  createCheckoutThreads,
} from "../src/agent/checkout/checkout-threads.ts";
import { createNode, type Node } from "../src/compose/create-node.ts";
import { guardOf } from "../src/compose/guard-of.ts";
import type { Config } from "../src/config/config.ts";
import { checkConfig, loadConfig } from "../src/config/read-config.ts";
import { createLiveConfig, type LiveConfig } from "../src/config/stored/live-config.ts";
import type { AnswerEvent } from "../src/contract/answer-events.ts";
import type { Guard } from "../src/http/access/guard.ts";
import type { BuiltClients } from "../src/http/client-files.ts";
import { closeServer, listen } from "../src/http/listen.ts";
import { threadedReader } from "../src/ingest/pages/page-reader.ts";
import { folderSource } from "../src/ingest/sources/folder.ts";
import { syncSource } from "../src/ingest/sync-source.ts";
import { createKey } from "../src/keys/create-key.ts";
import { type Clock, systemClock } from "../src/lib/clock.ts";
import { createLog, type Log } from "../src/lib/log.ts";
import {
  chooseModel,
  type ModelChoice,
  type Models,
} from "../src/models/providers/create-models.ts";
import { liveModels } from "../src/models/providers/live-models.ts";
import { bundledEmbedder } from "../src/models/vectors/static/embedder.ts";
import { addProject } from "../src/projects/change-projects.ts";
import type { HostOf } from "../src/projects/connections/host-of.ts";
import { createPageViews } from "../src/projects/pages/page-views.ts";
import { createEngine } from "../src/search/engine.ts";
import type { Search } from "../src/search/search.ts";
import { type Database, openDatabase } from "../src/store/database.ts";
import type { Project } from "../src/store/docs/projects.ts";
import type { StoredSource } from "../src/store/docs/sources.ts";
import { makeTree } from "./make-tree.ts";
import { createMigratedDatabase, writeMigratedFile } from "./migrated-store.ts";

export const embedder = bundledEmbedder();

export type StoreKind = "sqlite" | "postgres";
export const storeKinds: StoreKind[] = ["sqlite", "postgres"];

/** A fresh store of the wanted kind, gone when the test ends. */
export async function openTestStore(kind: StoreKind): Promise<Database> {
  if (kind === "sqlite") {
    const folder = await mkdtemp(join(tmpdir(), "docent-store-"));
    const file = join(folder, "docent.db");
    await writeMigratedFile(file);
    const db = await openDatabase({ kind, file });
    onTestFinished(async () => {
      await db.destroy();
      await rm(folder, { recursive: true, force: true });
    });
    return db;
  }
  const database = await createMigratedDatabase();
  const db = await openDatabase({ kind, url: database.url });
  onTestFinished(async () => {
    await db.destroy();
    await database.drop();
  });
  return db;
}

export const samplePages: Record<string, string> = {
  "keys.md":
    "---\ntitle: Keys\naudience: operators\n---\n\n# Keys\n\nA key lets a program call the service.\n\n## Create a key\n\nRun `acme keys create` to make a key.\n\n## Revoke a key\n\nRun `acme keys revoke ID` to revoke a key at once.\n",
  "install.md":
    "# Install\n\nInstall Acme with one command:\n\n```bash\nnpm install acme\n```\n\nIt needs Node 24.\n",
};

export type TestNode = Node & {
  db: Database;
  project: Project;
  source: StoredSource;
  /** The folder the project's docs are read from. */
  docs: string;
  keys: { assistant: string; admin: string };
  sync(): Promise<void>;
  /** A request to the app in memory. */
  request(path: string, init?: RequestInit): Promise<Response>;
  /** Asks with the project's assistant key. */
  ask(body: unknown, query?: string, headers?: Record<string, string>): Promise<Response>;
  /** Serves the app on a real port until the test ends. */
  listen(): Promise<string>;
};

export type TestNodeOptions = {
  store?: StoreKind;
  db?: Database;
  pages?: Record<string, string>;
  settings?: Partial<Config>;
  /** In place of them: an environment beside which stored settings are taken in, models included. */
  env?: Record<string, string>;
  /** In place of the embedded model. */
  model?: ModelChoice["model"];
  models?: Models;
  clock?: Clock;
  domain?: string;
  log?: Log;
  /** In place of the forges' APIs. */
  hostOf?: HostOf;
  search?: Search;
  /** What browsers load, where a test opens one. */
  clients?: BuiltClients;
  /** What it listens on and names in its links, where a browser follows them. */
  port?: number;
  /** In place of those that all nodes of a run share. */
  checkoutThreads?: CheckoutThreads;
};

/** For verbs that could name a branch, where the test names none. */
export const noRefs = {
  revisionOfRef: () => Promise.reject(new Error("no branch or commit was asked for")),
};

export const checkoutThreads = createCheckoutThreads();
/** Threads that all nodes of a worker share: each takes a third of a second to start, and memory that every git started meanwhile costs time for. */
export const sharedThreads = {
  checkoutThreads,
  reader: threadedReader(),
  views: createPageViews(),
};

/** The real app on a real store with one indexed project. */
export async function createTestNode(options: TestNodeOptions = {}): Promise<TestNode> {
  const db = options.db ?? (await openTestStore(options.store ?? "sqlite"));
  const clock = options.clock ?? systemClock;
  const operator = { kind: "operator" } as const;
  const { root } = await makeTree(options.pages ?? samplePages);
  const { project, source } = await addProject({ db, clock }, operator, {
    domain: options.domain ?? "acme",
    name: "Acme",
    visibility: "public",
    baseUrl: "",
    source: { kind: "folder", location: root, branch: "", subfolder: "" },
  });
  const sync = async () => {
    await syncSource({ db, clock, embedder }, source, folderSource({ root }));
  };
  await sync();
  const key = async (kind: "assistant" | "admin") =>
    (
      await createKey({ db, clock }, operator, {
        projectId: project.id,
        kind,
        label: "",
        expiresAt: null,
        origins: [],
      })
    ).key;
  const keys = { assistant: await key("assistant"), admin: await key("admin") };
  const live = options.env && testLiveConfig(options.env);
  const config = live?.config ?? { ...loadConfig({}, {}, false), ...options.settings };
  const ownModels = live ? liveModels(() => config.models) : undefined;
  const log = options.log ?? createLog({ level: "silent", format: "json" });
  const node = createNode(
    {
      config,
      ...(live && { live }),
      log,
      clock,
      models: options.models ?? ownModels ?? testModels(options.model),
      db,
      embedder,
      ...(options.hostOf && { hostOf: options.hostOf }),
      ...(options.clients && { clients: options.clients }),
      // On the test's own thread: a thread of its own for each of hundreds of nodes takes longer than the tests.
      search: options.search ?? createEngine({ db, embedder, memoryBytes: 64 * 1_048_576 }),
      ...sharedThreads,
      ...(options.checkoutThreads && { checkoutThreads: options.checkoutThreads }),
    },
    options.port === undefined ? "http://docent.test" : `http://127.0.0.1:${options.port}`,
  );
  onTestFinished(() => node.drain(0));
  const request = async (path: string, init?: RequestInit) =>
    node.app.fetch(new Request(`http://docent.test${path}`, init));
  return {
    ...node,
    db,
    project,
    source,
    docs: root,
    keys,
    sync,
    request,
    ask: (body, query = "", headers = {}) =>
      request(`/discovery/v2/assistant/${project.domain}/message${query}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${keys.assistant}`,
          "content-type": "application/json",
          ...headers,
        },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    // Tests call it by names of their own.
    listen: () =>
      listenUntilEnd(
        node,
        guardOf({ config: { ...config, host: "" }, clock, log }),
        options.port ?? 0,
      ),
  };
}

function testLiveConfig(env: Record<string, string>): LiveConfig {
  const load = (given: Record<string, string | undefined>) => checkConfig(given, {}, false);
  return createLiveConfig(loadConfig(env, {}, false), { env, flags: {}, load });
}

/** The embedded model for everything, or another one that is called as if it were it. */
export function testModels(model?: ModelChoice["model"]): Models {
  const choice = { ...chooseModel(), ...(model && ({ model, provider: "anthropic" } as const)) };
  return {
    answers: () => choice,
    // Jobs treat the embedded model in a way of its own.
    jobs: () => (model ? { ...choice, id: "scripted" } : choice),
    embedded: choice,
    describe: () => choice.description,
  };
}

async function listenUntilEnd(node: Node, guard: Guard, port: number): Promise<string> {
  const server = await listen(
    { host: "127.0.0.1", port },
    (request, bindings) => node.app.fetch(request, bindings),
    guard,
  );
  onTestFinished(() => {
    void closeServer(server);
  });
  return server.url;
}

export function question(
  text: string,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  return { messages: [{ id: "m1", role: "user", parts: [{ type: "text", text }] }], ...more };
}

export type WireEvent = AnswerEvent & { threadId?: string };

/** The events of a stream, read as a plain client does: lines that begin with "data: ". */
export async function readEvents(response: Response): Promise<WireEvent[]> {
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("data: "));
  return lines.slice(0, -1).map((line) => JSON.parse(line.slice("data: ".length)));
}

export function textOf(events: WireEvent[]): string {
  return events.map((event) => (event.type === "text-delta" ? event.delta : "")).join("");
}
