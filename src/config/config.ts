import type { JobSettings } from "../agent/run/job-limits.ts";
import type { GitAccess } from "../git/run/git-access.ts";
import type { ModelSettings } from "../models/providers/model-place.ts";
import type { EmbeddingSettings } from "../models/vectors/providers/embedding-provider.ts";
import type { StoreLocation } from "../store/database.ts";
import { runningAddress } from "../store/server-lock.ts";
import type { Ceilings } from "../usage/check-ceiling.ts";

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

/** For commands: links lead to the server that runs beside them, whatever port it took. */
export function serverAddress({ publicUrl, host, port, dataFolder }: Config): string {
  return publicUrl ?? runningAddress(dataFolder) ?? `http://${host}:${port}`;
}
