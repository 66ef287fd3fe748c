import type { GitLogin, GitSettings } from "../git/run/git-access.ts";
import { isSafeSshPath } from "../git/run/ssh-command.ts";
import { slashed } from "../lib/disk/slashed.ts";

type Given = Record<string, string | undefined>;

/** Tokens have names that only the operator knows, so they stand beside the table of settings. No fault shows a value. */
export function readGitAccess(given: Given): { access: GitSettings; faults: string[] } {
  const logins = new Map<string, GitLogin>();
  const faults: string[] = [];
  for (const [setting, token] of Object.entries(given)) {
    const name = tokenName.exec(setting)?.[1] ?? (setting === "DOCENT_GIT_TOKEN" ? "" : undefined);
    if (name === undefined || token === undefined || token === "") continue;
    const usernameSetting = setting.replace("TOKEN", "USERNAME");
    const username = given[usernameSetting] || undefined;
    if (!/^[\x21-\x7e]{1,2000}$/.test(token)) faults.push(`${setting}: ${plainRule}`);
    if (username !== undefined && !/^[\x21-\x39\x3b-\x7e]{1,200}$/.test(username))
      faults.push(`${usernameSetting}: ${plainRule} other than a colon`);
    logins.set(name, { token, username });
  }
  const keyFile = safePath(given, "DOCENT_SSH_KEY_FILE", faults);
  const knownHostsFile = safePath(given, "DOCENT_SSH_KNOWN_HOSTS_FILE", faults);
  const ssh = { ...(keyFile && { keyFile }), ...(knownHostsFile && { knownHostsFile }) };
  return { access: { logins, ssh }, faults };
}

/** What a person may call a token: the end of its setting. */
export const tokenNamePattern = /^[A-Z][A-Z0-9_]{0,49}$/;

const tokenName = /^DOCENT_GIT_TOKEN_([A-Z][A-Z0-9_]{0,49})$/;
const plainRule = "must be visible ASCII characters";

function safePath(given: Given, setting: string, faults: string[]): string | undefined {
  const path = slashed(given[setting] ?? "") || undefined;
  if (path !== undefined && !isSafeSshPath(path))
    faults.push(`${setting}: must be an absolute path without quotes, %, $ and backslashes`);
  return path;
}
