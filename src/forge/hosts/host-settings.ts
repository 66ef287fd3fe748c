import { AppError } from "../../lib/app-error.ts";
import type { AppTokens } from "./app-tokens.ts";
import type { HostRepository } from "./forge-host.ts";
import type { HostLimits } from "./host-limits.ts";
import type { HostLogin } from "./host-login.ts";

/** What an adapter is made of. */
export type HostSettings = {
  repository: HostRepository;
  /** Asked before each request, so that a new token counts at once. */
  login(): Promise<HostLogin>;
  limits: HostLimits;
  /** Between two tries of a merge while the forge still works out whether it can be done; a second unless given. */
  mergePauseMs?: number;
  /** Tokens of apps that are in use; without it each host gets its own. */
  appTokens?: AppTokens;
};

/** The token, on a forge that knows no apps. */
export async function tokenOf({ login, repository }: HostSettings): Promise<string> {
  const given = await login();
  if (given.kind === "token") return given.token;
  throw new AppError(
    "unauthenticated",
    `Apps are of GitHub alone: give the source at ${repository.webUrl} a token.`,
  );
}
