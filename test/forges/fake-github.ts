import type { IncomingHttpHeaders } from "node:http";
import { onTestFinished } from "vitest";
import { z } from "zod";
import type { HostRepository } from "../../src/forge/hosts/forge-host.ts";
import {
  type ForgeReply,
  type ForgeRequest,
  type ForgeServer,
  serveForge,
} from "./forge-server.ts";
import type { ForgeState } from "./forge-types.ts";
import { type GithubAppDoor, githubAppDoor } from "./github-app-door.ts";
import { type GithubDelivery, githubHooks } from "./github-hooks.ts";
import { violationsOf } from "./github-openapi.ts";
import { githubRoutes, refuse } from "./github-routes.ts";

export type FakeGithub = ForgeServer & {
  repository: HostRepository;
  app: GithubAppDoor;
  deliveries: GithubDelivery[];
  /** Until all deliveries are through. */
  settled(): Promise<void>;
};

/**
 * GitHub Enterprise over a state: its API, drafts by the other API, apps, webhooks and limits. A request or a reply that
 * does not keep to GitHub's published description fails the test.
 */
export async function fakeGithub(state: ForgeState): Promise<FakeGithub> {
  const violations: string[] = [];
  const app = githubAppDoor(state);
  const hooks = githubHooks(state);
  const server = await serveForge(state, (url) => {
    const routes = githubRoutes({ state, url, app, ping: hooks.ping });
    return {
      prefixes: ["/api/v3", "/api/graphql"],
      tokenOf: bearer,
      etags: true,
      limits: {
        primary: () => refuse(403, "API rate limit exceeded for user ID 101."),
        secondary: () => ({
          ...refuse(
            403,
            "You have exceeded a secondary rate limit. Please wait a few minutes before you try again.",
          ),
          headers: { "retry-after": "60" },
        }),
      },
      headers: (remaining) => ({
        date: new Date(Date.now() + app.aheadMs).toUTCString(),
        "x-ratelimit-limit": "5000",
        "x-ratelimit-remaining": String(remaining ?? 4_999),
        "x-ratelimit-reset": String(Math.floor(Date.now() / 1_000) + 1_800),
        "x-ratelimit-resource": "core",
      }),
      async answer(request) {
        const { reply, template } = await answered(routes, state, request);
        const { method, query, body } = request;
        if (template !== undefined) {
          violations.push(
            ...violationsOf({
              method,
              template,
              query,
              body,
              status: reply.status,
              reply: reply.body,
            }),
          );
        }
        return reply;
      },
    };
  });
  onTestFinished(async () => {
    await hooks.settled();
    if (violations.length > 0) throw new Error(violations.join("\n"));
  });
  const repository: HostRepository = {
    kind: "github",
    apiUrl: `${server.url}/api/v3`,
    webUrl: `${server.url}/${state.path}`,
    path: state.path,
  };
  return { ...server, repository, app, deliveries: hooks.deliveries, settled: hooks.settled };
}

function bearer({ authorization = "" }: IncomingHttpHeaders): string {
  return /^(?:Bearer|token) (.+)$/i.exec(authorization)?.[1] ?? "";
}

type Routes = ReturnType<typeof githubRoutes>;

async function answered(
  { routes, graphql, appDoor }: Routes,
  state: ForgeState,
  request: ForgeRequest,
): Promise<{ reply: ForgeReply; template?: string }> {
  if ((request.headers["user-agent"] ?? "") === "") {
    return { reply: refuse(403, "Request forbidden by administrative rules.") };
  }
  const isApp = request.token.split(".").length === 3;
  const refusal = isApp ? appDoor.refusal(request.token) : "";
  if (refusal !== "") return { reply: refuse(401, refusal) };
  if (!isApp && request.holder === undefined) return { reply: refuse(401, "Bad credentials") };
  if (request.path === "") return { reply: await graphql(request) };
  const moved = movedReply(state, request.path);
  if (moved !== undefined) return { reply: moved };
  const path = request.path.replace(/^\/repositories\/1(?=\/|$)/, `/repos/${state.path}`);
  for (const route of routes) {
    const match = route.method === request.method ? route.pattern.exec(path) : null;
    if (match === null) continue;
    const parameters = z.record(z.string(), z.string()).parse({ ...match.groups });
    const decoded = Object.fromEntries(
      Object.entries(parameters).map(([name, value]) => [name, decodeURIComponent(value)]),
    );
    const reply =
      route.refusal({ ...request, isApp, parameters: decoded }) ??
      (await route.answer({ ...request, isApp, parameters: decoded }));
    return { reply, template: route.template };
  }
  return { reply: refuse(404, "Not Found") };
}

function movedReply(state: ForgeState, path: string): ForgeReply | undefined {
  const old = state.oldPaths.find((known) => `${path}/`.startsWith(`/repos/${known}/`));
  if (old === undefined) return undefined;
  const location = `/api/v3/repositories/1${path.slice(`/repos/${old}`.length)}`;
  const body = {
    message: "Moved Permanently",
    url: location,
    documentation_url: "https://docs.github.com/rest",
  };
  return { status: 301, body, headers: { location } };
}
