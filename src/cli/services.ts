import type { CreateJobDeps } from "../agent/jobs/create-job.ts";
import type { Worker } from "../agent/run/worker.ts";
import type { Story } from "../assistant/answer/answer-runner.ts";
import type { AskDeps } from "../assistant/ask/ask.ts";
import type { MessageDeps } from "../automations/fire/run-messages.ts";
import type { Config } from "../config/config.ts";
import type { ServerSettingsDeps } from "../config/stored/save-server-settings.ts";
import type { ForgeHost } from "../forge/hosts/forge-host.ts";
import type { GateDeps } from "../gate/compare-sides.ts";
import type { GitAccess } from "../git/run/git-access.ts";
import type { Clock } from "../lib/clock.ts";
import type { DataFolder } from "../lib/data-folder.ts";
import type { Log } from "../lib/log.ts";
import type { Models } from "../models/providers/create-models.ts";
import type { EmbeddingProvider } from "../models/vectors/providers/embedding-provider.ts";
import type { Embedder } from "../models/vectors/static/embedder.ts";
import type { CheckDeps } from "../projects/connections/check-connection.ts";
import type { ConnectDeps } from "../projects/connections/connect-webhook.ts";
import type { SecretDeps } from "../projects/secrets/sealed-secrets.ts";
import type { DeploymentFacts } from "../projects/settings/deployment-facts.ts";
import type { RevisionOfRef } from "../search/revision-of-ref.ts";
import type { Database } from "../store/database.ts";
import type { OwnClient } from "./start/clients.ts";

export type Listening = {
  url: string;
  /** Resolves when the server was told to stop and has let its streams finish. */
  stopped: Promise<void>;
  /** What commands work with that are carried out in the server. */
  services: Services;
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
  /** Whether they are those of a running server. */
  isInServer: boolean;
  /** Words on names in the environment that are probably misspelt settings. */
  unknownSettings: string[];
  /** The same with these settings in place of those of the environment. */
  withSettings(values: Record<string, string>): Promise<Services>;
  config: Config;
  clock: Clock;
  log: Log;
  /** What the environment holds under a name; "" for nothing. */
  given(name: string): string;
  /** What the settings of projects stand beside. */
  deployment: DeploymentFacts;
  /** The folder's places; makes it where there is none. */
  openData(): DataFolder;
  /** The folder of Docent's own documentation. */
  bundledDocs: string;
  /** What browsers load. */
  clients: OwnClient[];
  model: { description: string };
  /** Every model that the settings name, at the moment of each call. */
  models: Models;
  /** The embedder beside the bundled one; undefined where there is none. */
  embedding(): EmbeddingProvider | undefined;
  /** When the certificate of the settings ends; undefined where there is none. Throws what is wrong with it. */
  certificateEnd(): Date | undefined;
  embedder(): Embedder;
  openStore(): Promise<Database>;
  /** What seals and opens the stored secrets. */
  secrets(db: Database): SecretDeps;
  /** What reads and changes the stored settings of the deployment. */
  serverSettings(db: Database): ServerSettingsDeps;
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
  /** Throws when the server could not listen where it is to. */
  requirePort(): Promise<void>;
  listen(db: Database): Promise<Listening>;
};
