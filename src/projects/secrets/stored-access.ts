import type { RepositoryLogin } from "../../contract/secrets.ts";
import type { HostLogin } from "../../forge/hosts/host-login.ts";
import {
  type GitAccess,
  type GitLogin,
  type GitSettings,
  isOwnersPlace,
  ownLogin,
} from "../../git/run/git-access.ts";
import type { SecretOwner } from "../../store/access/secrets.ts";
import { readSecret, type SecretDeps } from "./sealed-secrets.ts";

type Deps = Pick<SecretDeps, "db" | "ring"> & {
  /** For an address that was named in a browser: throws where it must not be gone to. */
  requireOpenHost(url: string): Promise<void>;
  settings: GitSettings;
  /** The token that an app is given for the repository at this address. */
  appToken(login: HostLogin, url: string): Promise<GitLogin>;
};

/**
 * What opens private repositories, read anew each time. The first of these counts: what is stored for the source, what
 * is stored under the name, the setting of that name. So a stored token takes over from a setting without a restart.
 */
export function storedAccess(deps: Deps): GitAccess {
  const { settings } = deps;
  const accessFor = (sourceId: string | undefined): GitAccess => ({
    ssh: settings.ssh,
    ofSource: accessFor,
    async loginOf(name, url) {
      const own = sourceId && (await loginFor(deps, { sourceId }));
      const isOwnAlone = name === ownLogin;
      if (isOwnersPlace(name)) await deps.requireOpenHost(url);
      const login = own || (isOwnAlone ? undefined : await loginFor(deps, { name }));
      if (login === undefined) return isOwnAlone ? undefined : settings.logins.get(name);
      const place = own ? "for this source" : name === "" ? "as the default" : `as ${name}`;
      const storedAs = `the ${login.kind === "token" ? "token" : "app"} that is stored ${place}`;
      if (login.kind === "token") return { token: login.token, username: login.username, storedAs };
      // Only https takes a token: none is asked for where git goes another way.
      if (!/^https?:/i.test(url)) return { token: "", username: undefined };
      return { ...(await deps.appToken(hostLogin(login), url)), storedAs };
    },
  });
  return accessFor(undefined);
}

/** The login as adapters of forges take it. */
export function hostLogin(login: RepositoryLogin): HostLogin {
  if (login.kind === "token") return { kind: "token", token: login.token };
  const { installationId, ...app } = login;
  return { ...app, ...(installationId !== undefined && { installationId }) };
}

/** The login as it is stored, for what talks to a forge's API itself. */
export async function storedLogin(
  deps: Pick<SecretDeps, "db" | "ring">,
  name: string,
  sourceId?: string,
): Promise<RepositoryLogin | undefined> {
  const own = sourceId && (await loginFor(deps, { sourceId }));
  return own || (name === ownLogin ? undefined : loginFor(deps, { name }));
}

async function loginFor(
  deps: Pick<SecretDeps, "db" | "ring">,
  owner: SecretOwner,
): Promise<RepositoryLogin | undefined> {
  const found = await readSecret(deps, owner, "login");
  return found?.kind === "token" || found?.kind === "app" ? found : undefined;
}
