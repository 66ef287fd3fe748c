import { AppError } from "../../lib/app-error.ts";
import type { GitCredentials } from "./git-environment.ts";
import type { SshSettings } from "./ssh-command.ts";

/** A token as the operator has set it, under a name. `storedAs`: what people know it by where it is stored, not set. */
export type GitLogin = { token: string; username: string | undefined; storedAs?: string };

/** What the settings know of private repositories. */
export type GitSettings = {
  /** By the name in the setting; "" is the default. */
  logins: ReadonlyMap<string, GitLogin>;
  ssh: SshSettings;
};

/** What opens private repositories. It is never shown. */
export type GitAccess = {
  /** By the name in the setting; "" is the default. Asked each time for the address at hand, so that a new token counts at once. */
  loginOf(name: string, url: string): Promise<GitLogin | undefined>;
  /** The same for one source, which may have a login of its own that goes before those by name. */
  ofSource(sourceId: string): GitAccess;
  ssh: SshSettings;
};

/** Access with logins that stay as they are while the process runs. */
export function fixedAccess({ logins, ssh }: GitSettings): GitAccess {
  const access: GitAccess = {
    loginOf: async (name) => logins.get(name),
    ofSource: () => access,
    ssh,
  };
  return access;
}

/** What one repository is opened with. */
export type RepositoryAccess = {
  credentials?: GitCredentials;
  ssh?: SshSettings;
  /** What people know the credentials by, where they do not come from a setting. */
  storedAs?: string;
};

/** A repository elsewhere, of which a mirror is kept on this machine. */
export type Remote = {
  /** Without a user name or a password. */
  url: string;
  /** A function, so that whatever writes a remote down, a log or a row, cannot write a token down. */
  access(): Promise<RepositoryAccess>;
  /** The setting that holds, or should hold, the token. */
  tokenSetting: string;
};

/** Name for a source that must be read without any token. */
export const noLogin = "NONE";

/** Name for a source that is opened with a login of its own or with none: no token of a setting goes to it. */
export const ownLogin = "OWN";

/** Code repositories that owners add are opened with what is stored under their own ids, or with nothing. */
export const repositoryPrefix = "rep_";

/** Whether somebody named the place in a browser, who may not send this machine everywhere. */
export function isOwnersPlace(name: string): boolean {
  return name === ownLogin || name.startsWith(repositoryPrefix);
}

/** The token goes to the host of this address alone; ssh addresses and paths take none. */
export async function accessTo(
  url: string,
  name: string,
  access: GitAccess,
): Promise<RepositoryAccess> {
  const login = name === noLogin ? undefined : await access.loginOf(name, url);
  if (login === undefined || !/^https?:/i.test(url)) return { ssh: access.ssh };
  const { token, username, storedAs } = login;
  return {
    ssh: access.ssh,
    ...(storedAs !== undefined && { storedAs }),
    credentials: { url, token, ...(username !== undefined && { username }) },
  };
}

/** Refuses a repository whose token has a name that the settings do not know. */
export async function requireLogin(url: string, name: string, access: GitAccess): Promise<void> {
  if (name === "" || name === noLogin || name === ownLogin) return;
  if ((await access.loginOf(name, url)) !== undefined) return;
  throw new AppError(
    "forbidden",
    `The token of this source is missing: store it with "docent secrets set --name ${name}", or set ${tokenSetting(name)} and start Docent again.`,
  );
}

/** The setting that holds the token, or that would for a source that is read without one. */
export function tokenSetting(name: string): string {
  const isUnnamed = name === "" || name === noLogin || name === ownLogin;
  return isUnnamed ? "DOCENT_GIT_TOKEN" : `DOCENT_GIT_TOKEN_${name}`;
}
