import { closeChange, mergeChange, readyChange } from "../../changes/decide-change.ts";
import { listChanges } from "../../changes/list-changes.ts";
import type { ChangeAddress } from "../../changes/project-forge.ts";
import { type ResolveDeps, resolveChange } from "../../changes/resolve-change.ts";
import { type RevertDeps, revertChange } from "../../changes/revert-change.ts";
import { type ReviewDeps, reviewChange } from "../../changes/review-change.ts";
import { showChange } from "../../changes/show-change.ts";
import { type ChangedFileDeps, showChangedFile } from "../../changes/show-changed-file.ts";
import { type Change, changeQuery, reviewRequest } from "../../contract/changes.ts";
import { AppError } from "../../lib/app-error.ts";
import { readQuery } from "../read-request.ts";
import { type Caller, keyRoute, type Route, type RouteDocs } from "../route.ts";
import {
  closeDocs,
  fileDocs,
  listDocs,
  mergeDocs,
  readyDocs,
  resolveDocs,
  revertDocs,
  reviewDocs,
  showDocs,
} from "./changes-docs.ts";

const path = "/v1/projects/{projectId}/changes";

export type ChangeRouteDeps = Parameters<typeof mergeChange>[0] &
  Parameters<typeof listChanges>[0] &
  ChangedFileDeps &
  ReviewDeps &
  ResolveDeps &
  RevertDeps;

export function changeRoutes(deps: ChangeRouteDeps): Route[] {
  return [
    keyRoute({
      method: "get",
      path,
      access: "admin",
      docs: listDocs,
      async handle({ url }, actor) {
        const query = readQuery(url, changeQuery);
        const { projectId } = actor;
        return Response.json(await listChanges(deps, actor, { projectId, query }));
      },
    }),
    keyRoute({
      method: "get",
      path: `${path}/{number}`,
      access: "admin",
      docs: showDocs,
      async handle({ params }, actor) {
        return Response.json(await showChange(deps, actor, addressOf(params, actor)));
      },
    }),
    keyRoute({
      method: "get",
      path: `${path}/{number}/file`,
      access: "admin",
      docs: fileDocs,
      async handle({ params, url, client }, actor) {
        const file = { path: url.searchParams.get("path") ?? "", network: client.network };
        const address = { ...addressOf(params, actor), ...file };
        return Response.json(await showChangedFile(deps, actor, address));
      },
    }),
    keyRoute({
      method: "post",
      path: `${path}/{number}/review`,
      access: "admin",
      body: reviewRequest,
      docs: reviewDocs,
      async handle({ params, body: asked, request }, actor) {
        const idempotencyKey = request.headers.get("idempotency-key") ?? "";
        const review = { request: asked, idempotencyKey, who: nameOf(actor) };
        const input = { ...addressOf(params, actor), ...review };
        return Response.json(await reviewChange(deps, actor, input));
      },
    }),
    actionRoute("resolve", resolveDocs, (actor, address) => resolveChange(deps, actor, address)),
    actionRoute("revert", revertDocs, (actor, address) => revertChange(deps, actor, address)),
    actionRoute("merge", mergeDocs, (actor, address, url) =>
      mergeChange(deps, actor, { ...address, headCommit: reviewedCommit(url) }),
    ),
    actionRoute("close", closeDocs, (actor, address) => closeChange(deps, actor, address)),
    actionRoute("ready", readyDocs, (actor, address) => readyChange(deps, actor, address)),
  ];
}

function actionRoute(
  action: string,
  docs: RouteDocs,
  act: (
    actor: Caller,
    address: ChangeAddress,
    url: URL,
  ) => Promise<Change | { number: number } | { sessionId: string }>,
): Route {
  return keyRoute({
    method: "post",
    path: `${path}/{number}/${action}`,
    access: "admin",
    docs,
    async handle({ params, url }, actor) {
      return Response.json(await act(actor, addressOf(params, actor), url));
    },
  });
}

function addressOf({ number = "" }: Record<string, string>, actor: Caller): ChangeAddress {
  if (/^[1-9]\d{0,8}$/.test(number)) return { projectId: actor.projectId, number: Number(number) };
  throw new AppError("not_found", "A change has a number: there is none at this address.");
}

function nameOf(actor: Caller): string {
  return actor.kind === "member" ? actor.name || "The owner" : "An API key";
}

function reviewedCommit(url: URL): string | undefined {
  const commit = url.searchParams.get("headCommit") ?? undefined;
  if (commit === undefined || /^[0-9a-f]{40,64}$/.test(commit)) return commit;
  throw new AppError("invalid_request", "headCommit takes the whole name of a commit.", {
    details: [{ path: "headCommit", message: "40 or 64 lower-case hexadecimal digits." }],
  });
}
