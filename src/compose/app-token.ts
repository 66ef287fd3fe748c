import { hostAddress, repositoryOn } from "../forge/host-address.ts";
import { createAppTokens } from "../forge/hosts/app-tokens.ts";
import { githubHost } from "../forge/hosts/github/github-host.ts";
import { createHostLimits } from "../forge/hosts/host-limits.ts";
import type { HostLogin } from "../forge/hosts/host-login.ts";
import type { GitLogin } from "../git/run/git-access.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";

/** Gets tokens for git as an app that is installed in a repository of GitHub; they are used until they end. */
export function appTokenGetter(clock: Clock) {
  const limits = createHostLimits(clock);
  const appTokens = createAppTokens(() => clock.now().getTime());
  return async (login: HostLogin, url: string): Promise<GitLogin> => {
    const address = hostAddress(url);
    const repository = address && repositoryOn("github", address);
    if (!repository)
      throw new AppError("forbidden", "Apps are of GitHub alone: give this source a token.");
    const host = githubHost({ repository, limits, appTokens, login: async () => login });
    const { credentials } = await host.access();
    return { token: credentials?.token ?? "", username: credentials?.username };
  };
}
