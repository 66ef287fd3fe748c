import type { CreateJobDeps } from "../agent/jobs/create-job.ts";
import type { Worker } from "../agent/run/worker.ts";
import type { Story } from "../assistant/answer/answer-runner.ts";
import type { AskDeps } from "../assistant/ask/ask.ts";
import type { MessageDeps } from "../automations/fire/run-messages.ts";
import type { Config } from "../config/config.ts";
import type { ForgeHost } from "../forge/hosts/forge-host.ts";
import type { GateDeps } from "../gate/compare-sides.ts";
import type { GitAccess } from "../git/run/git-access.ts";
import type { Clock } from "../lib/clock.ts";
import type { DataFolder } from "../lib/data-folder.ts";
import type { Log } from "../lib/log.ts";
import type { Embedder } from "../models/vectors/static/embedder.ts";
import type { CheckDeps } from "../projects/connections/check-connection.ts";
import type { ConnectDeps } from "../projects/connections/connect-webhook.ts";
import type { SecretDeps } from "../projects/secrets/sealed-secrets.ts";
import type { RevisionOfRef } from "../search/revision-of-ref.ts";
import type { Database } from "../store/database.ts";
import type { OwnClient } from "./start/clients.ts";

export type Listening = {
  url: string;
  /** Resolves when the server was told to stop and has let its streams finish. */
  stopped: Promise<void>;
  /** Ends it at once, for a start that fails after the port was taken. */
  close(): Promise<void>;
};

/** The assistant without the edge, for the command line. */
export type Assistant = {
  ask: AskDeps;
  /** Answers without recording it. */
  story: Story;
  revisionOfRef: RevisionOfRef;
  /** Asks both sides of a change. */
  gate: GateDeps;
  close(): Promise<void>;
};

/** Agent jobs without the edge. */
export type Jobs = {
  create: CreateJobDeps;
  worker: Worker;
  /** Lets the worker take jobs; only for a process that holds the lock on the data folder. */
  startWorker(): Promise<void>;
};

/** What the composition root hands to a command. */
export type Services = {
  config: Config;
  clock: Clock;
  log: Log;
  /** The folder's places; makes it where there is none. */
  openData(): DataFolder;
  /** The folder of Docent's own documentation. */
  bundledDocs: string;
  /** What browsers load. */
  clients: OwnClient[];
  model: { description: string };
  embedder(): Embedder;
  openStore(): Promise<Database>;
  /** What seals and opens the stored secrets. */
  secrets(db: Database): SecretDeps;
  /** What opens private repositories. */
  repositoryAccess(db: Database): GitAccess;
  /** What connects sources with their forges. */
  connections(db: Database): ConnectDeps & CheckDeps;
  /** The API of the forge that a repository is on, with the token of the environment; undefined where there is none. */
  hostAt(url: string): Promise<ForgeHost | undefined>;
  /** What the jobs of automations are given comes from. */
  automationMaterial(db: Database): MessageDeps;
  createAssistant(db: Database): Assistant;
  createJobs(db: Database): Jobs;
  listen(db: Database): Promise<Listening>;
};
