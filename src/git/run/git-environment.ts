import { type SshSettings, sshCommand } from "./ssh-command.ts";

export type GitIdentity = { name: string; email: string; date?: Date };

/** A token for one https host. It is sent to that host only, and lives in the child's environment only. */
export type GitCredentials = { url: string; token: string; username?: string };

export type GitProtocol = "https" | "http" | "ssh" | "file";

export type GitSettings = {
  /** The repository to work on. Without it git looks for one from the working folder upwards. */
  gitDirectory?: string;
  indexFile?: string;
  objectDirectory?: string;
  author?: GitIdentity;
  /** The author unless given. */
  committer?: GitIdentity;
  credentials?: GitCredentials;
  ssh?: SshSettings;
  /** Transports this call may use. None unless named, so a command that reads can never reach out. */
  protocols?: readonly GitProtocol[];
};

/** The whole environment of one git child: nothing of ours is inherited but the names listed here. */
export function gitEnvironment(settings: GitSettings): Record<string, string> {
  return {
    ...inherited(),
    HOME: "/nonexistent",
    LC_ALL: "C",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_ATTR_NOSYSTEM: "1",
    GIT_TERMINAL_PROMPT: "0",
    GIT_ASKPASS: "",
    GIT_EDITOR: "false",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_LITERAL_PATHSPECS: "1",
    GIT_SSH_COMMAND: sshCommand(settings.ssh ?? {}),
    GIT_SSH_VARIANT: "ssh",
    GIT_ALLOW_PROTOCOL: settings.protocols?.join(":") || "none",
    ...locations(settings),
    ...identities(settings),
    ...configuration(settings.credentials),
  };
}

export function authorizationHeader(credentials: GitCredentials): string {
  const login = `${credentials.username ?? "x-access-token"}:${credentials.token}`;
  return `Authorization: Basic ${Buffer.from(login).toString("base64")}`;
}

const inheritedNames = [
  "PATH",
  "SSH_AUTH_SOCK",
  "GIT_SSL_CAINFO",
  "SSL_CERT_FILE",
  "SSL_CERT_DIR",
  "HTTPS_PROXY",
  "https_proxy",
  "HTTP_PROXY",
  "http_proxy",
  "ALL_PROXY",
  "all_proxy",
  "NO_PROXY",
  "no_proxy",
];

// Where git is found and how this machine reaches the network are facts of the process, not settings of ours.
function inherited(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of inheritedNames) {
    const value = process.env[name];
    if (value !== undefined) kept[name] = value;
  }
  return kept;
}

function locations(settings: GitSettings): Record<string, string> {
  return {
    ...(settings.gitDirectory !== undefined && { GIT_DIR: settings.gitDirectory }),
    ...(settings.indexFile !== undefined && { GIT_INDEX_FILE: settings.indexFile }),
    ...(settings.objectDirectory !== undefined && {
      GIT_OBJECT_DIRECTORY: settings.objectDirectory,
    }),
  };
}

function identities({ author, committer = author }: GitSettings): Record<string, string> {
  return { ...identity("AUTHOR", author), ...identity("COMMITTER", committer) };
}

function identity(role: string, person: GitIdentity | undefined): Record<string, string> {
  if (person === undefined) return {};
  return {
    [`GIT_${role}_NAME`]: person.name,
    [`GIT_${role}_EMAIL`]: person.email,
    ...(person.date && { [`GIT_${role}_DATE`]: person.date.toISOString() }),
  };
}

// A repository's own config can name commands to run. These values stand above it.
const fixedSettings: [string, string][] = [
  ["safe.directory", "*"],
  ["core.hooksPath", "/dev/null"],
  ["core.fsmonitor", "false"],
  ["core.untrackedCache", "false"],
  ["core.attributesFile", "/dev/null"],
  ["core.excludesFile", "/dev/null"],
  ["core.alternateRefsCommand", "true"],
  ["core.symlinks", "false"],
  ["core.protectHFS", "true"],
  ["core.protectNTFS", "true"],
  ["core.autocrlf", "false"],
  ["core.longPaths", "true"],
  ["credential.helper", ""],
  ["commit.gpgSign", "false"],
  ["tag.gpgSign", "false"],
  ["push.gpgSign", "false"],
  ["log.showSignature", "false"],
  ["submodule.recurse", "false"],
  ["fetch.recurseSubmodules", "false"],
  ["push.recurseSubmodules", "no"],
  ["gc.auto", "0"],
  ["gc.cruftPacks", "true"],
  ["maintenance.auto", "false"],
  ["init.defaultBranch", "main"],
  ["fastimport.unpackLimit", "1"],
  // A host must not lead into another network, and git repeats a token's header to the host it is led to.
  ["http.followRedirects", "false"],
  ["http.lowSpeedLimit", "1000"],
  ["http.lowSpeedTime", "60"],
];

// Settings travel as variables, not as `-c` arguments: every user of a machine can read the arguments of a process.
function configuration(credentials: GitCredentials | undefined): Record<string, string> {
  const settings = [...fixedSettings, ...credentialSettings(credentials)];
  const variables: Record<string, string> = { GIT_CONFIG_COUNT: String(settings.length) };
  for (const [index, [key, value]] of settings.entries()) {
    variables[`GIT_CONFIG_KEY_${index}`] = key;
    variables[`GIT_CONFIG_VALUE_${index}`] = value;
  }
  return variables;
}

function credentialSettings(credentials: GitCredentials | undefined): [string, string][] {
  if (credentials === undefined) return [];
  const origin = new URL(credentials.url).origin;
  return [[`http.${origin}/.extraHeader`, authorizationHeader(credentials)]];
}
