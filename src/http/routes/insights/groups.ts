import {
  closeGroupRequest,
  groupQuery,
  groupQuestionQuery,
  mergeRequest,
  noteRequest,
  splitRequest,
} from "../../../contract/insights/groups.ts";
import { closeGroup, mergeGroups, noteGroup, reopenGroup } from "../../../insights/decide-group.ts";
import { everyGroup, listGroups } from "../../../insights/list-groups.ts";
import { type GroupAddress, type GroupDeps, showGroup } from "../../../insights/show-group.ts";
import { splitGroup } from "../../../insights/split-group.ts";
import { writeGroups } from "../../../insights/write-groups.ts";
import { readQuery } from "../../read-request.ts";
import { type Caller, keyRoute, type Route } from "../../route.ts";
import { textStream } from "../../text-stream.ts";
import {
  closeDocs,
  listDocs,
  mergeDocs,
  noteDocs,
  reopenDocs,
  showDocs,
  splitDocs,
} from "./groups-docs.ts";

const path = "/v1/analytics/{projectId}/groups";
const csvHeaders = {
  "content-type": "text/csv; charset=utf-8; header=present",
  "content-disposition": 'attachment; filename="groups.csv"',
};

export function groupRoutes(deps: GroupDeps): Route[] {
  return [
    keyRoute({
      method: "get",
      path,
      access: "admin",
      docs: listDocs,
      async handle({ url, log }, actor) {
        const query = readQuery(url, groupQuery);
        const input = { projectId: actor.projectId, query };
        if (query.format === "json") return Response.json(await listGroups(deps, actor, input));
        const csv = writeGroups(everyGroup(deps, actor, input));
        const stream = textStream(csv, (err) =>
          log.error({ err }, "an export of groups broke off"),
        );
        return new Response(stream, { headers: csvHeaders });
      },
    }),
    keyRoute({
      method: "get",
      path: `${path}/{groupId}`,
      access: "admin",
      docs: showDocs,
      async handle({ params, url }, actor) {
        const query = readQuery(url, groupQuestionQuery);
        return Response.json(await showGroup(deps, actor, { ...addressOf(params, actor), query }));
      },
    }),
    ...decisionRoutes(deps),
  ];
}

/** What people decide about a group. */
function decisionRoutes(deps: GroupDeps): Route[] {
  return [
    keyRoute({
      method: "post",
      path: `${path}/{groupId}/close`,
      access: "admin",
      body: closeGroupRequest,
      docs: closeDocs,
      async handle({ params, body }, actor) {
        const input = { ...addressOf(params, actor), ...body };
        return Response.json(await closeGroup(deps, actor, input));
      },
    }),
    keyRoute({
      method: "post",
      path: `${path}/{groupId}/reopen`,
      access: "admin",
      docs: reopenDocs,
      async handle({ params }, actor) {
        return Response.json(await reopenGroup(deps, actor, addressOf(params, actor)));
      },
    }),
    keyRoute({
      method: "post",
      path: `${path}/{groupId}/merge`,
      access: "admin",
      body: mergeRequest,
      target: ({ into }) => `into ${into}`,
      docs: mergeDocs,
      async handle({ params, body }, actor) {
        const input = { ...addressOf(params, actor), ...body };
        return Response.json(await mergeGroups(deps, actor, input));
      },
    }),
    keyRoute({
      method: "post",
      path: `${path}/{groupId}/split`,
      access: "admin",
      body: splitRequest,
      target: ({ into }) => (into === "" ? "" : `into ${into}`),
      docs: splitDocs,
      async handle({ params, body }, actor) {
        const input = { ...addressOf(params, actor), ...body };
        return Response.json(await splitGroup(deps, actor, input));
      },
    }),
    keyRoute({
      method: "post",
      path: `${path}/{groupId}/note`,
      access: "admin",
      body: noteRequest,
      docs: noteDocs,
      async handle({ params, body }, actor) {
        const input = { ...addressOf(params, actor), ...body };
        return Response.json(await noteGroup(deps, actor, input));
      },
    }),
  ];
}

function addressOf({ groupId = "" }: Record<string, string>, actor: Caller): GroupAddress {
  return { projectId: actor.projectId, groupId };
}
