import type { CreateJobDeps } from "../agent/create-job.ts";
import type { JobSettings } from "../agent/job-settings.ts";
import type { Worker } from "../agent/worker.ts";
import type { AskDeps } from "../assistant/ask.ts";
import type { Story } from "../assistant/write-answer.ts";
import type { GitAccess } from "../git/git-access.ts";
import type { Clock } from "../lib/clock.ts";
import type { DataFolder } from "../lib/data-folder.ts";
import type { Log } from "../lib/log.ts";
import type { Embedder } from "../models/embedder/embedder.ts";
import type { EmbeddingSettings } from "../models/embedding/provider.ts";
import type { ModelSettings } from "../models/model-settings.ts";
import type { Database, StoreLocation } from "../store/database.ts";
import type { Ceilings } from "../usage/check-ceiling.ts";
import type { DashboardPlace } from "./ensure-dashboard.ts";

/** All settings, checked and frozen. */
export type Config = Readonly<{
  host: string;
  port: number;
  dataFolder: string;
  docs: string | undefined;
  branch: string | undefined;
  subfolder: string | undefined;
  domain: string;
  /** Tokens and ssh files for private repositories. */
  git: GitAccess;
  /** How often sources are looked at; 0 for never. */
  pollMs: number;
  /** Whether a change in a docs folder is noticed at once. */
  watch: boolean;
  store: StoreLocation;
  publicUrl: string | undefined;
  trustedProxies: string[];
  /** Whether people can log in and manage projects in a browser. */
  dashboard: boolean;
  adminKey: string | undefined;
  assistantKey: string | undefined;
  maxBodyBytes: number;
  /** Hosts beside the docs that links in answers may lead to. */
  linkHosts: string[];
  /** What all search indexes together may take. */
  searchMemoryBytes: number;
  /** An embedder beside the bundled one. */
  embedding: EmbeddingSettings | undefined;
  /** Which models write answers and edits. */
  models: ModelSettings;
  /** What keys and projects may use of them in a day. */
  ceilings: Ceilings;
  jobs: JobSettings;
  keyRequestsPerMinute: number;
  addressRequestsPerMinute: number;
  /** After how many days questions and answers are deleted; 0 for never. */
  keepAnswersDays: number;
  shutdownGraceMs: number;
  /** How long an answer goes on that nobody reads. */
  answerGraceMs: number;
  keepAliveMs: number;
  log: { level: string; format: "json" | "pretty" };
}>;

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
  dashboard: DashboardPlace;
  model: { description: string };
  embedder(): Embedder;
  openStore(): Promise<Database>;
  createAssistant(db: Database): Assistant;
  createJobs(db: Database): Jobs;
  listen(db: Database): Promise<Listening>;
};
