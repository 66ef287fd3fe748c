import { z } from "zod";
import {
  madeReaderLink,
  newReaderLink,
  readerLinkList,
} from "../../../contract/reader/reader-links.ts";
import type { PassDeps } from "../../../projects/reader/reader-pass.ts";
import { listLinks, makeLink, revokeLink } from "../../../projects/reader/share-links.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../../route.ts";

const path = "/v1/projects/{projectId}/reader-links";

/** Links that open private docs for a while. */
export function readerLinkRoutes(deps: PassDeps & { publicUrl: string }): Route[] {
  return [
    keyRoute({
      method: "get",
      path,
      access: "admin",
      docs: listDocs,
      async handle(_, actor) {
        return Response.json({ links: await listLinks(deps, actor, actor.projectId) });
      },
    }),
    keyRoute({
      method: "post",
      path,
      access: "admin",
      body: newReaderLink,
      target: ({ path: page, hours }) => `${page || "all pages"} for ${hours} h`,
      docs: makeDocs,
      async handle({ body }, actor) {
        const wanted = { projectId: actor.projectId, publicUrl: deps.publicUrl, link: body };
        return Response.json(await makeLink(deps, actor, wanted));
      },
    }),
    keyRoute({
      method: "post",
      path: `${path}/{linkId}/revoke`,
      access: "admin",
      docs: revokeDocs,
      async handle({ params }, actor) {
        const named = { projectId: actor.projectId, id: params.linkId ?? "" };
        await revokeLink(deps, actor, named);
        return Response.json({ ok: true });
      },
    }),
  ];
}

const example = {
  id: "lnk_0123456789abcdefghijklmn",
  path: "",
  madeBy: "Ada",
  createdAt: "2030-01-31T12:00:00.000Z",
  expiresAt: "2030-02-01T12:00:00.000Z",
  usedAt: null,
};

const listDocs: RouteDocs = {
  tag: "Pages",
  summary: "List shared links",
  description: "The links that open the docs of this project now, newest first.",
  responses: [jsonReply("The links.", readerLinkList, { links: [example] })],
};

const makeDocs: RouteDocs = {
  tag: "Pages",
  summary: "Share docs by a link",
  description:
    "Makes a link that opens private docs, or one page of them, for whoever has it, until it ends or is taken back. It is told once.",
  requestExample: { path: "", hours: 24 },
  responses: [
    jsonReply("The link.", madeReaderLink, {
      ...example,
      url: "https://docent.example/docs/acme?pass=rdr_…",
    }),
    { status: 404, description: "There is no such page." },
  ],
};

const revokeDocs: RouteDocs = {
  tag: "Pages",
  summary: "Take a shared link back",
  description: "From now on it opens nothing, also for those who have come by it.",
  responses: [
    jsonReply("It is taken back.", z.object({ ok: z.literal(true) }), { ok: true }),
    { status: 404, description: "There is no such link." },
  ],
};
