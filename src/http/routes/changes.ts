import { z } from "zod";
import { closeChange, mergeChange, readyChange } from "../../changes/decide-change.ts";
import { listChanges } from "../../changes/list-changes.ts";
import type { ChangeAddress } from "../../changes/project-forge.ts";
import { showChange } from "../../changes/show-change.ts";
import {
  type Change,
  change,
  changeDetail,
  changeFilters,
  changePage,
  changeQuery,
} from "../../contract/changes.ts";
import { AppError } from "../../lib/app-error.ts";
import { readQuery } from "../read-request.ts";
import { type Caller, jsonReply, keyRoute, type Route, type RouteDocs } from "../route.ts";

const path = "/v1/projects/{projectId}/changes";

export type ChangeRouteDeps = Parameters<typeof mergeChange>[0] & Parameters<typeof listChanges>[0];

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
  act: (actor: Caller, address: ChangeAddress, url: URL) => Promise<Change>,
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

function reviewedCommit(url: URL): string | undefined {
  const commit = url.searchParams.get("headCommit") ?? undefined;
  if (commit === undefined || /^[0-9a-f]{40,64}$/.test(commit)) return commit;
  throw new AppError("invalid_request", "headCommit takes the whole name of a commit.", {
    details: [{ path: "headCommit", message: "40 or 64 lower-case hexadecimal digits." }],
  });
}

const conflictResponse = {
  status: 409,
  description: "It cannot be done now; the sentence says why, `details` names the files.",
};

const listDocs: RouteDocs = {
  tag: "Changes",
  summary: "List changes",
  description:
    "The changes that jobs have proposed, newest first, without their descriptions. Forges elsewhere are told as they were last seen.",
  query: {
    q: {
      description: "Part of the title or the branch, or a number.",
      schema: changeQuery.shape.q,
    },
    state: {
      description: "Which changes; a draft is open too.",
      schema: z.enum(changeFilters).optional(),
    },
    limit: {
      description: "How many at most: 1 to 100, usually 50.",
      schema: changeQuery.shape.limit,
    },
    cursor: {
      description: "`nextCursor` of the part before.",
      schema: changeQuery.shape.cursor,
    },
  },
  responses: [jsonReply("The changes.", changePage)],
};

const showDocs: RouteDocs = {
  tag: "Changes",
  summary: "Read a change",
  description: "A change with its diff and what stands in the way of merging it.",
  responses: [jsonReply("The change.", changeDetail)],
};

const mergeDocs: RouteDocs = {
  tag: "Changes",
  summary: "Merge a change",
  description: "A real git merge into the base branch; the docs are synced after it.",
  query: {
    headCommit: {
      description: "The commit that was reviewed: a branch that has moved on is refused.",
      schema: z.string().optional(),
    },
  },
  responses: [jsonReply("It is merged.", change), conflictResponse],
};

const closeDocs: RouteDocs = {
  tag: "Changes",
  summary: "Close a change",
  description: "Closes it without merging. Its branch stays.",
  responses: [jsonReply("It is closed.", change), conflictResponse],
};

const readyDocs: RouteDocs = {
  tag: "Changes",
  summary: "Mark a draft ready",
  description: "Turns a draft into a change that can be merged.",
  responses: [jsonReply("It is no draft any more.", change), conflictResponse],
};
