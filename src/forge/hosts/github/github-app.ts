import { createHash } from "node:crypto";
import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import { type Api, createApi } from "../api-request.ts";
import type { AppToken, AppTokens } from "../app-tokens.ts";
import type { HostLogin } from "../host-login.ts";
import type { HostSettings } from "../host-settings.ts";
import { appJwt } from "./app-jwt.ts";
import { githubHeaders } from "./github-headers.ts";
import { githubRoot } from "./github-root.ts";

type App = Extract<HostLogin, { kind: "app" }>;

export type GithubApp = {
  /** A token that lasts that long still. */
  token(leftMs: number): Promise<AppToken>;
  drop(token: string): void;
  slug(): Promise<string>;
};

/** The app of a repository: it signs in with its key and gets tokens of the installation that holds the repository. */
export function githubApp(settings: HostSettings, tokens: AppTokens, app: App): GithubApp {
  const { repository } = settings;
  // Whoever does not hold the key gets no token that another got with it.
  const proof = createHash("sha256").update(app.privateKey).digest("hex");
  const key = `${repository.apiUrl} ${app.appId} ${app.installationId ?? ""} ${repository.path} ${proof}`;
  const api = signedIn(settings, app);
  return {
    token: (leftMs) => tokens.take(key, leftMs, () => newToken(settings, api, app)),
    drop: (token) => tokens.drop(key, token),
    async slug() {
      const call = {
        purpose: "read the app",
        path: "/app",
        schema: z.object({ slug: z.string() }),
      };
      return (await explained(api.call(call))).value.slug;
    },
  };
}

/** The API as the app itself, which may do little more than ask for tokens. */
function signedIn({ repository, limits }: HostSettings, app: App): Api {
  let aheadMs = 0;
  return createApi({
    forge: "GitHub",
    apiUrl: repository.apiUrl,
    repositoryPath: githubRoot(repository),
    limits,
    async login() {
      const jwt = appJwt(app, Date.now() + aheadMs);
      return { headers: githubHeaders(jwt), secrets: [jwt] };
    },
    // A clock that is wrong here is told by GitHub's: the same is signed once more for its time.
    async renew(headers) {
      const there = Date.parse(headers.get("date") ?? "");
      if (!Number.isFinite(there) || Math.abs(there - Date.now() - aheadMs) < 30_000) return false;
      aheadMs = there - Date.now();
      return true;
    },
  });
}

const tokenReply = z.object({
  token: z.string().min(1),
  expires_at: z.string(),
  permissions: z.record(z.string(), z.string()).optional(),
});

async function newToken({ repository }: HostSettings, api: Api, app: App): Promise<AppToken> {
  const installation = app.installationId ?? (await findInstallation(repository.path, api));
  const reply = await explained(
    api.call({
      purpose: "get a token for the app",
      method: "POST",
      path: `/app/installations/${encodeURIComponent(installation)}/access_tokens`,
      body: { repositories: [repository.path.split("/").at(-1)] },
      schema: tokenReply,
    }),
  );
  const { token, expires_at, permissions = {} } = reply.value;
  const endsAtMs = Date.parse(expires_at);
  return { token, permissions, endsAtMs: Number.isFinite(endsAtMs) ? endsAtMs : Date.now() };
}

async function findInstallation(path: string, api: Api): Promise<string> {
  const call = {
    purpose: "find the app's installation",
    path: `${githubRoot({ path })}/installation`,
    schema: z.object({ id: z.number() }),
    followsMove: true,
  };
  const found = await explained(api.call(call)).catch((error) => {
    if (!(error instanceof AppError) || error.code !== "not_found") throw error;
    throw new AppError(
      "forbidden",
      `The GitHub App is not installed in ${path}: open the app's page on GitHub, choose "Install" and select the repository.`,
    );
  });
  return String(found.value.id);
}

async function explained<Value>(work: Promise<Value>): Promise<Value> {
  return work.catch((error) => {
    if (!(error instanceof AppError) || error.code !== "unauthenticated") throw error;
    const words = /GitHub says: .*/.exec(error.message)?.[0];
    const sentence =
      "GitHub does not accept the app: check its id, and that the private key is one of this app and was not deleted there.";
    throw new AppError("unauthenticated", words === undefined ? sentence : `${sentence} ${words}`);
  });
}
