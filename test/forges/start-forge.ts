import type { RepositoryLogin } from "../../src/contract/secrets.ts";
import type { HostKind } from "../../src/forge/hosts/forge-host.ts";
import { fakeGitea } from "./fake-gitea.ts";
import { fakeGithub } from "./fake-github.ts";
import { fakeGitlab } from "./fake-gitlab.ts";
import type { ForgeServer } from "./forge-server.ts";
import type { ForgeState } from "./forge-types.ts";

export type ForgeCase = { name: string; kind: HostKind; isApp?: boolean };

export const forgeCases: ForgeCase[] = [
  { name: "Gitea", kind: "gitea" },
  { name: "GitHub", kind: "github" },
  { name: "GitHub as an app", kind: "github", isApp: true },
  { name: "GitLab", kind: "gitlab" },
];

/** What opens every forge that is no app's. */
export const forgeToken = "tok_hunter2_0123456789abcdef";

export type StartedForge = ForgeServer & {
  login: RepositoryLogin;
  /** The account that the login is of. */
  account: string;
  /** The tokens that an app was given, the newest last. */
  given: string[];
};

/** A forge of one kind over a state, with a login that may do everything that the kind lets it. */
export async function startForge(
  { kind, isApp }: ForgeCase,
  state: ForgeState,
): Promise<StartedForge> {
  state.addAccount("hunted", "admin", forgeToken);
  const token: RepositoryLogin = { kind: "token", token: forgeToken, username: "x-access-token" };
  const opened = { login: token, account: "hunted", given: [] };
  if (kind === "gitlab") return { ...(await fakeGitlab(state)), ...opened };
  if (kind === "gitea") return { ...(await fakeGitea(state)), ...opened };
  const { app, ...github } = await fakeGithub(state);
  if (!isApp) return { ...github, ...opened };
  const { appId, privateKey, given } = app;
  return { ...github, login: { kind: "app", appId, privateKey }, account: "docent[bot]", given };
}

/** The settings of a node whose forge is of that kind. */
export function forgeSettings({ kind }: ForgeCase, url: string) {
  const kinds = new Map([[new URL(url).host, kind]]);
  return { kinds, mention: "@docent", extras: { labels: [], reviewers: [] } };
}
