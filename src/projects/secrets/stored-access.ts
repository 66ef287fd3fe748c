import type { RepositoryLogin } from "../../contract/secrets.ts";
import type { GitAccess, GitLogin, GitSettings } from "../../git/run/git-access.ts";
import { readSecret, type SecretDeps } from "./sealed-secrets.ts";

type Deps = Pick<SecretDeps, "db" | "ring"> & {
  settings: GitSettings;
  /** The token that an app is given for the repository at this address. */
  appToken(login: Extract<RepositoryLogin, { kind: "app" }>, url: string): Promise<GitLogin>;
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
      const login = await storedLogin(deps, name, sourceId);
      if (login === undefined) return settings.logins.get(name);
      if (login.kind === "app") return deps.appToken(login, url);
      return { token: login.token, username: login.username };
    },
  });
  return accessFor(undefined);
}

/** The login as it is stored, for what talks to a forge's API itself. */
export async function storedLogin(
  deps: Pick<SecretDeps, "db" | "ring">,
  name: string,
  sourceId?: string,
): Promise<RepositoryLogin | undefined> {
  const own = sourceId && (await readSecret(deps, { sourceId }, "login"));
  const found = own || (await readSecret(deps, { name }, "login"));
  return found?.kind === "webhook" ? undefined : found;
}
