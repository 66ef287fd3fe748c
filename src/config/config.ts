import { resolve } from "node:path";
import type { GitSettings } from "../git/run/git-access.ts";
import { parseSecretKey } from "../lib/key-ring.ts";
import type { ModelSettings } from "../models/providers/model-place.ts";
import type { StoreLocation } from "../store/database.ts";
import { runningAddress } from "../store/server-lock.ts";
import { toCeilings } from "./ceiling-settings.ts";
import { toEmbedding } from "./embedder-settings.ts";
import { toForges } from "./forge-settings.ts";
import { toJobSettings } from "./job-settings.ts";
import { toLimits } from "./limit-settings.ts";
import type { Settings } from "./settings.ts";
import { toSignIn } from "./sign-in-settings.ts";
import { toTelemetry } from "./telemetry-settings.ts";

export type Config = ReturnType<typeof toConfig>;

type Access = { git: GitSettings; models: ModelSettings };

/** All settings as the program takes them, checked and frozen. */
export function toConfig(read: Settings, { git, models }: Access, terminal: boolean) {
  const dataFolder = resolve(read.DOCENT_DATA);
  const url = read.DATABASE_URL;
  const listenUrl = read.DATABASE_LISTEN_URL;
  const store: StoreLocation = url
    ? { kind: "postgres", url, ...(listenUrl && { listenUrl }) }
    : { kind: "sqlite", file: resolve(dataFolder, "docent.db") };
  const format =
    read.DOCENT_LOG_FORMAT === "auto" ? (terminal ? "pretty" : "json") : read.DOCENT_LOG_FORMAT;
  return Object.freeze({
    host: read.DOCENT_HOST,
    port: read.DOCENT_PORT,
    /** With it the server itself speaks HTTPS. */
    tls: toTls(read),
    dataFolder,
    docs: read.DOCENT_DOCS,
    branch: read.DOCENT_BRANCH,
    subfolder: read.DOCENT_SUBFOLDER,
    domain: read.DOCENT_DOMAIN,
    /** Tokens and ssh files for private repositories. */
    git,
    /** Hosts of one's own networks that sources of the dashboard may be on. */
    internalHosts: read.DOCENT_INTERNAL_GIT_HOSTS,
    /** Authorities to believe besides the system's. */
    caFile: read.DOCENT_CA_FILE,
    /** What seals stored secrets; the first one seals, all open. None: a file in the data folder. */
    secretKeys: read.DOCENT_SECRET_KEY.map(parseSecretKey).filter((key) => key !== undefined),
    /** How often sources are looked at; 0 for never. */
    pollMs: read.DOCENT_POLL_SECONDS * 1_000,
    /** Whether a change in a docs folder is noticed at once. */
    watch: read.DOCENT_WATCH === "on",
    store,
    /** What this node does of all that a server does. */
    roles: read.DOCENT_ROLE,
    publicUrl: read.DOCENT_PUBLIC_URL,
    allowedHosts: read.DOCENT_ALLOWED_HOSTS,
    trustedProxies: read.DOCENT_TRUSTED_PROXIES,
    /** Whether people can log in and manage projects in a browser. */
    dashboard: read.DOCENT_DASHBOARD === "on",
    /** How people log in to it. */
    signIn: toSignIn(read),
    /** Where traces and metrics go; undefined where nobody collects them. */
    telemetry: toTelemetry(read),
    /** After how many days the log of a job that has ended goes; 0 for never. */
    keepJobLogsDays: read.DOCENT_KEEP_JOB_LOGS_DAYS,
    /** After how many days it is forgotten who did what; 0 for never. */
    keepActivityDays: read.DOCENT_KEEP_ACTIVITY_DAYS,
    adminKey: read.DOCENT_ADMIN_KEY,
    assistantKey: read.DOCENT_ASSISTANT_KEY,
    maxBodyBytes: read.DOCENT_MAX_BODY_BYTES,
    /** Hosts beside the docs that links in answers may lead to. */
    linkHosts: read.DOCENT_LINK_HOSTS,
    /** What all search indexes together may take. */
    searchMemoryBytes: read.DOCENT_SEARCH_MEMORY_MB * 1_048_576,
    /** An embedder beside the bundled one. */
    embedding: toEmbedding(read),
    /** Which models write answers and edits. */
    models,
    /** What keys and projects may use of them in a day. */
    ceilings: toCeilings(read),
    /** How forges are known and spoken to. */
    forges: toForges(read),
    jobs: toJobSettings(read),
    /** What one caller, reader, page or repository may take. */
    limits: toLimits(read),
    keyRequestsPerMinute: read.DOCENT_KEY_REQUESTS_PER_MINUTE,
    addressRequestsPerMinute: read.DOCENT_ADDRESS_REQUESTS_PER_MINUTE,
    /** After how many days questions and answers are deleted; 0 for never. */
    keepAnswersDays: read.DOCENT_KEEP_ANSWERS_DAYS,
    shutdownGraceMs: read.DOCENT_SHUTDOWN_GRACE_SECONDS * 1_000,
    /** How long an answer goes on that nobody reads. */
    answerGraceMs: read.DOCENT_ANSWER_GRACE_SECONDS * 1_000,
    keepAliveMs: read.DOCENT_KEEP_ALIVE_SECONDS * 1_000,
    log: { level: read.DOCENT_LOG_LEVEL, format },
  });
}

function toTls(read: Settings): { certFile: string; keyFile: string } | undefined {
  const { DOCENT_TLS_CERT_FILE: certFile, DOCENT_TLS_KEY_FILE: keyFile } = read;
  return certFile && keyFile ? { certFile, keyFile } : undefined;
}

/** For commands: links lead to the server that runs beside them, whatever port it took. */
export function serverAddress({ publicUrl, host, port, dataFolder, tls }: Config): string {
  return publicUrl ?? runningAddress(dataFolder) ?? `${tls ? "https" : "http"}://${host}:${port}`;
}
