import { isIP } from "node:net";
import { z } from "zod";
import { domainName } from "../contract/domains.ts";
import { keyPrefixes, kindOfPrefix } from "../contract/keys.ts";
import { parseSecretKey } from "../lib/key-ring.ts";
import { ceilingSettings } from "./ceiling-settings.ts";
import { embedderSettings } from "./embedder-settings.ts";
import { forgeSettings } from "./forge-settings.ts";
import { jobSettings } from "./job-settings.ts";
import { limitSettings } from "./limit-settings.ts";
import { modelSettings } from "./model-settings.ts";
import { type NodeRole, nodeRoles } from "./node-role.ts";
import {
  address,
  commaList,
  hostNames,
  onOrOff,
  type Values,
  wholeNumber,
} from "./setting-rules.ts";
import { signInSettings } from "./sign-in-settings.ts";
import { telemetrySettings } from "./telemetry-settings.ts";

const shortestOwnKey = 32;

const ownKey = (kind: "assistant" | "admin") =>
  z
    .string()
    .refine(
      (key) =>
        kindOfPrefix(key) === kind &&
        /^[\w-]+$/.test(key) &&
        key.length >= keyPrefixes[kind].length + shortestOwnKey,
      `must begin with ${keyPrefixes[kind]}${kind === "admin" ? " (and not svc_dsc_ or svc_own_)" : ""} and go on with at least ${shortestOwnKey} letters, digits, dashes or underscores`,
    );

const proxyAddress = (text: string) => {
  const [address = "", bits, ...rest] = text.split("/");
  const most = isIP(address) === 6 ? 128 : 32;
  const goodBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most);
  return isIP(address) !== 0 && goodBits && rest.length === 0;
};

const postgresAddress = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must begin with postgres:// or postgresql://")
  .refine(
    (url) => URL.canParse(url),
    "must be an address: characters such as @ / # in its password are written as %40 %2F %23",
  );

/** Every setting there is: its rule, its default and the words that explain it in `.env.example`. */
export const settings = {
  DOCENT_HOST: {
    rule: z.string().default("127.0.0.1"),
    help: "Address to listen on. 0.0.0.0 makes the service reachable from other machines.",
  },
  DOCENT_PORT: {
    rule: wholeNumber(0, 65_535).default(4040),
    help: "Port to listen on; 0 takes any free one.",
  },
  DOCENT_TLS_CERT_FILE: {
    rule: z.string().optional(),
    help: "Certificate (PEM, its chain behind it): with DOCENT_TLS_KEY_FILE the server itself speaks HTTPS and HTTP/2. Read again when it changes.",
  },
  DOCENT_TLS_KEY_FILE: {
    rule: z.string().optional(),
    help: "Private key (PEM, without a passphrase) that belongs to DOCENT_TLS_CERT_FILE.",
  },
  DOCENT_DATA: {
    rule: z.string().default("./.docent"),
    help: "Folder for everything Docent keeps: store, git mirrors, the demo docs.",
  },
  DOCENT_DOCS: {
    rule: z.string().optional(),
    help: "Docs of the served project: a folder, a git repository, or a git URL. Unset: Docent's own docs.",
  },
  DOCENT_BRANCH: {
    rule: z.string().optional(),
    help: "Branch to read, for a git repository or URL. Unset: its default branch.",
  },
  DOCENT_SUBFOLDER: {
    rule: z.string().optional(),
    help: "Folder inside the source that holds the docs. Unset: all of it.",
  },
  DOCENT_DOMAIN: {
    rule: domainName.default("docent"),
    help: "Domain of the project that serve sets up.",
  },
  DOCENT_GIT_TOKEN: {
    rule: z.string().optional(),
    help: "Token that opens private https repositories; DOCENT_GIT_TOKEN_NAME for sources added with --token NAME.",
  },
  DOCENT_GIT_USERNAME: {
    rule: z.string().optional(),
    help: "User name that goes with the token (x-access-token unless set; GitLab: oauth2); also DOCENT_GIT_USERNAME_NAME.",
  },
  DOCENT_INTERNAL_GIT_HOSTS: {
    rule: z
      .string()
      .transform((text) => commaList(text.toLowerCase()))
      .refine(
        (hosts) => hosts.every((host) => /^(?:\*\.)?[a-z0-9.-]+$|^\[[0-9a-f:.]+\]$/.test(host)),
        "must be names or addresses of hosts, separated by commas, such as git.corp.example or *.corp.example",
      )
      .default([]),
    help: "Hosts inside your own networks that owners may name for https sources in the dashboard, comma-separated. Unset: only those where a source of the command line is.",
  },
  DOCENT_SECRET_KEY: {
    rule: z
      .string()
      .transform(commaList)
      .refine(
        (keys) => keys.every((key) => parseSecretKey(key) !== undefined),
        "must be 32 bytes in base64 or hexadecimal digits, such as openssl rand -base64 32 prints",
      )
      .default([]),
    help: "Key that seals stored secrets: 32 bytes in base64 or hex, the same on every server of one store; after a comma, older ones that still open. Unset: a file in the data folder.",
  },
  DOCENT_SSH_KEY_FILE: {
    rule: z.string().optional(),
    help: "Private ssh key for git repositories, an absolute path. Unset: the user's own keys and agent.",
  },
  DOCENT_SSH_KNOWN_HOSTS_FILE: {
    rule: z.string().optional(),
    help: "Hosts that ssh may talk to, an absolute path. Unset: a host is believed at the first contact.",
  },
  DOCENT_CA_FILE: {
    rule: z.string().optional(),
    help: "Certificates of authorities of your own (PEM) that git and requests to forges and models believe besides the system's.",
  },
  DOCENT_POLL_SECONDS: {
    rule: wholeNumber(0, 86_400).default(60),
    help: "How often the server looks whether a source has changed; 0: never.",
  },
  DOCENT_WATCH: {
    rule: onOrOff.default("on"),
    help: "on: a change in a docs folder is read within a second or two.",
  },
  DATABASE_URL: {
    rule: postgresAddress.optional(),
    help: "PostgreSQL to keep the data in. Unset: SQLite in the data folder.",
  },
  DATABASE_LISTEN_URL: {
    rule: postgresAddress.optional(),
    help: "The same PostgreSQL without a pooler between, for the one connection that listens. Needed where DATABASE_URL leads to PgBouncer in transaction mode.",
  },
  DOCENT_ROLE: {
    rule: z
      .string()
      .transform(commaList)
      .refine(
        (roles) =>
          roles.length > 0 && roles.every((role) => nodeRoles.some((known) => known === role)),
        "must be api, worker or sync, or several of them separated by commas",
      )
      .transform((roles): NodeRole[] => nodeRoles.filter((role) => roles.includes(role)))
      .default([...nodeRoles]),
    help: "What this node does: api answers requests, worker runs jobs, sync reads the docs; several are separated by commas. Unset: all of it. Needs DATABASE_URL.",
  },
  DOCENT_PUBLIC_URL: {
    rule: address.optional(),
    help: "Address people reach the service at; every link given out begins with it. Unset: http://HOST:PORT.",
  },
  DOCENT_ALLOWED_HOSTS: {
    rule: hostNames,
    help: "Host names besides that of DOCENT_PUBLIC_URL under which the service is reached, comma-separated. Set: no other is answered; unset: any on an address that other machines reach.",
  },
  DOCENT_TRUSTED_PROXIES: {
    rule: z
      .string()
      .transform(commaList)
      .refine(
        (list) => list.every(proxyAddress),
        "must be addresses or CIDR ranges, separated by commas",
      )
      .default([]),
    help: "Addresses or CIDR ranges of your reverse proxies, comma-separated; only their X-Forwarded-For is believed.",
  },
  DOCENT_DASHBOARD: {
    rule: onOrOff.default("on"),
    help: "off: no dashboard at /dashboard, and nobody can log in; keys work as ever.",
  },
  ...signInSettings,
  DOCENT_ADMIN_KEY: {
    rule: ownKey("admin").optional(),
    help: "An admin key of your own for the served project: svc_ and at least 32 characters.",
  },
  DOCENT_ASSISTANT_KEY: {
    rule: ownKey("assistant").optional(),
    help: "An assistant key of your own for the served project: svc_dsc_ and at least 32 characters.",
  },
  DOCENT_MAX_BODY_BYTES: {
    rule: wholeNumber(1_024, 1_073_741_824).default(1_048_576),
    help: "Largest request body that is accepted.",
  },
  DOCENT_LINK_HOSTS: {
    rule: hostNames,
    help: "Hosts that links in answers may lead to beside the docs, comma-separated. Other links are shown as text.",
  },
  DOCENT_SEARCH_MEMORY_MB: {
    rule: wholeNumber(16, 1_048_576).default(512),
    help: "Memory for search indexes; beyond it the project asked longest ago is dropped until it is asked again.",
  },
  ...embedderSettings,
  ...modelSettings,
  ...ceilingSettings,
  ...forgeSettings,
  ...jobSettings,
  ...limitSettings,
  ...telemetrySettings,
  DOCENT_KEY_REQUESTS_PER_MINUTE: {
    rule: wholeNumber(1, 1_000_000_000).default(1_200),
    help: "Requests a minute for one key.",
  },
  DOCENT_ADDRESS_REQUESTS_PER_MINUTE: {
    rule: wholeNumber(1, 1_000_000_000).default(300),
    help: "Requests a minute for one client address.",
  },
  DOCENT_KEEP_ANSWERS_DAYS: {
    rule: wholeNumber(0, 36_500).default(0),
    help: "Days after which questions and answers are deleted; 0 keeps them.",
  },
  DOCENT_KEEP_JOB_LOGS_DAYS: {
    rule: wholeNumber(0, 36_500).default(0),
    help: "Days after its end in which the log of a job is kept; 0 keeps it.",
  },
  DOCENT_SHUTDOWN_GRACE_SECONDS: {
    rule: wholeNumber(0, 3_600).default(25),
    help: "How long running answers may go on after SIGTERM.",
  },
  DOCENT_ANSWER_GRACE_SECONDS: {
    rule: wholeNumber(1, 86_400).default(300),
    help: "How long an answer goes on that nobody reads any more.",
  },
  DOCENT_KEEP_ALIVE_SECONDS: {
    rule: wholeNumber(1, 300).default(15),
    help: "Silence in a stream after which a comment line keeps proxies from cutting it.",
  },
  DOCENT_LOG_LEVEL: {
    rule: z
      .enum(
        ["trace", "debug", "info", "warn", "error", "fatal", "silent"],
        "must be trace, debug, info, warn, error, fatal or silent",
      )
      .default("info"),
    help: "Least important log lines that are written.",
  },
  DOCENT_LOG_FORMAT: {
    rule: z.enum(["auto", "json", "pretty"], "must be auto, json or pretty").default("auto"),
    help: "auto: readable on a terminal, JSON lines otherwise.",
  },
} as const;

export type Settings = Values<typeof settings>;
export type SettingName = keyof typeof settings;
