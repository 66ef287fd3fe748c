import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import { type Api, type ApiLogin, createApi } from "../api-request.ts";
import { type AppTokens, createAppTokens } from "../app-tokens.ts";
import type { HostSettings } from "../host-settings.ts";
import { type GithubApp, githubApp } from "./github-app.ts";
import { githubGraphql } from "./github-graphql.ts";
import { githubGrant, githubHeaders } from "./github-headers.ts";
import { githubRoot } from "./github-root.ts";

/** Who Docent is in a repository: a person's or a machine's account by its token, or an app. */
export type GithubAccount = {
  /** The API as this account. */
  api: Api;
  /** For git. An app's lasts ten minutes at least. */
  token(): Promise<string>;
  isApp(): Promise<boolean>;
  /** What an app was granted; undefined for a token, of which GitHub does not tell. */
  permissions(): Promise<Record<string, string> | undefined>;
  /** Name of the account; `slug[bot]` for an app. */
  name(): Promise<string>;
  author(): Promise<{ name: string; email: string }>;
};

const pushLeftMs = 10 * 60_000;
const callLeftMs = 60_000;

export function githubAccount(settings: HostSettings): GithubAccount {
  const tokens = settings.appTokens ?? createAppTokens();
  const app = () => appOf(settings, tokens);
  let shown = "";
  const token = async (leftMs: number): Promise<string> => {
    const login = await settings.login();
    shown =
      login.kind === "token" ? login.token : ((await (await app())?.token(leftMs))?.token ?? "");
    return shown;
  };
  const api = createApi({
    forge: "GitHub",
    apiUrl: settings.repository.apiUrl,
    repositoryPath: githubRoot(settings.repository),
    limits: settings.limits,
    grant: githubGrant,
    login: async () => apiLogin(await token(callLeftMs)),
    async renew() {
      const used = await app();
      used?.drop(shown);
      return used !== undefined;
    },
  });
  const known = accountFacts(settings, () => askAccount(api, app, settings.repository.apiUrl));
  return {
    api,
    token: () => token(pushLeftMs),
    isApp: async () => (await app()) !== undefined,
    permissions: async () => (await (await app())?.token(callLeftMs))?.permissions,
    name: async () => (await known()).login,
    async author() {
      const { login, id } = await known();
      const host = new URL(settings.repository.webUrl).hostname;
      const mailbox = id === undefined ? login : `${id}+${login}`;
      return { name: login, email: `${mailbox}@users.noreply.${host}` };
    },
  };
}

function apiLogin(token: string): ApiLogin {
  return { headers: githubHeaders(token), secrets: [token] };
}

async function appOf(settings: HostSettings, tokens: AppTokens): Promise<GithubApp | undefined> {
  const login = await settings.login();
  return login.kind === "app" ? githubApp(settings, tokens, login) : undefined;
}

const user = z.object({ login: z.string(), id: z.number() });

/** An account keeps its name and id, so they are asked for once for each login; after a failure again. */
function accountFacts({ login }: HostSettings, ask: () => ReturnType<typeof askAccount>) {
  let told: { of: string; facts: ReturnType<typeof askAccount> } | undefined;
  return async () => {
    const given = await login();
    const of = given.kind === "token" ? given.token : given.appId;
    if (told?.of !== of) told = { of, facts: ask() };
    const { facts } = told;
    try {
      return await facts;
    } catch (error) {
      if (told?.facts === facts) told = undefined;
      throw error;
    }
  };
}

async function askAccount(
  api: Api,
  app: () => Promise<GithubApp | undefined>,
  apiUrl: string,
): Promise<{ login: string; id: number | undefined }> {
  const own = await app();
  if (own === undefined) {
    const asked = api.call({ purpose: "read its own account", path: "/user", schema: user });
    return (await asked.catch(forbidden))?.value ?? askViewer(api, apiUrl);
  }
  const login = `${await own.slug()}[bot]`;
  const path = `/users/${encodeURIComponent(login)}`;
  const found = await api
    .call({ purpose: "read its own account", path, schema: user })
    .catch(missing);
  return { login, id: found?.value.id };
}

/** The token of a workflow belongs to an app, and has no account of its own to read. */
async function askViewer(api: Api, apiUrl: string) {
  const { viewer } = await githubGraphql(api, apiUrl, {
    purpose: "read its own account",
    query: "query { viewer { login } }",
    variables: {},
    schema: z.object({ viewer: z.object({ login: z.string() }) }),
  });
  return { login: viewer.login, id: undefined };
}

export function forbidden(error: unknown): undefined {
  if (error instanceof AppError && error.code === "forbidden") return undefined;
  throw error;
}

export function missing(error: unknown): undefined {
  if (error instanceof AppError && error.code === "not_found") return undefined;
  throw error;
}
