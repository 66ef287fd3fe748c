import { askForgeKind } from "../forge/ask-forge-kind.ts";
import { createHostFinder, type HostAdapters, type HostFinder } from "../forge/host-finder.ts";
import type { ForgeHost } from "../forge/hosts/forge-host.ts";
import { giteaHost } from "../forge/hosts/gitea/gitea-host.ts";
import { githubHost } from "../forge/hosts/github/github-host.ts";
import { gitlabHost } from "../forge/hosts/gitlab/gitlab-host.ts";
import { createHostLimits } from "../forge/hosts/host-limits.ts";
import type { HostLogin } from "../forge/hosts/host-login.ts";
import { isOwnersPlace, noLogin, ownLogin } from "../git/run/git-access.ts";
import type { HostOf } from "../projects/connections/host-of.ts";
import { hostLogin, storedLogin } from "../projects/secrets/stored-access.ts";
import { requireOpenHost } from "../projects/settings/require-open-host.ts";
import type { StoredSource } from "../store/docs/sources.ts";
import { type SecretParts, secretsOf } from "./repository-access.ts";

const adapters: HostAdapters = { github: githubHost, gitea: giteaHost, gitlab: gitlabHost };

/** The API of the forge that a repository is on, by its address and the token of the environment. */
export function hostAt({ config, clock }: Pick<SecretParts, "config" | "clock">) {
  return (url: string): Promise<ForgeHost | undefined> => {
    const token = config.git.logins.get("")?.token;
    const login = async () => (token === undefined ? undefined : { kind: "token" as const, token });
    return finderOf({ config, clock })({ url, owner: "", login });
  };
}

function finderOf({ config, clock }: Pick<SecretParts, "config" | "clock">): HostFinder {
  const limits = createHostLimits(clock);
  const { kinds } = config.forges;
  return createHostFinder({ adapters, clock, limits, kinds, ask: askForgeKind });
}

/** The API of the forge that a source's repository is on. One for the process: forges count the requests of all projects together. */
export function createHosts(parts: SecretParts): HostOf {
  const { config, db } = parts;
  const { internalHosts } = config;
  const find = finderOf(parts);
  const loginOf = loginOfSource(parts);
  return async (source) => {
    if (source.kind !== "git") return undefined;
    const { id: owner, location: url, credential } = source;
    if (isOwnersPlace(credential)) await requireOpenHost({ db, internalHosts }, url);
    return find({ url, owner, login: () => loginOf(source) });
  };
}

/** What opens a source's repository and its forge's API: what is stored goes before the settings. */
export function loginOfSource(
  parts: SecretParts,
): (source: StoredSource) => Promise<HostLogin | undefined> {
  const secrets = secretsOf(parts);
  return async ({ id, credential }) => {
    if (credential === noLogin) return undefined;
    const stored = await storedLogin(secrets, credential, id);
    if (stored) return hostLogin(stored);
    if (credential === ownLogin) return undefined;
    const token = parts.config.git.logins.get(credential)?.token;
    return token === undefined ? undefined : { kind: "token", token };
  };
}
