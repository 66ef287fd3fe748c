import { z } from "zod";
import { readerSearch } from "../../../contract/reader/reader-search.ts";
import { refQuery } from "../../../contract/refs.ts";
import { AppError } from "../../../lib/app-error.ts";
import { openDocs, type ProjectDocs } from "../../../projects/open-docs.ts";
import type { PageLists } from "../../../projects/pages/page-lists.ts";
import type { SearchDocsDeps } from "../../../projects/pages/search-docs.ts";
import { groupAt } from "../../../projects/reader/page-tree.ts";
import { prepareSearch } from "../../../projects/reader/prepare-search.ts";
import { requireReader } from "../../../projects/reader/reader-mode.ts";
import { mayAsk } from "../../../projects/reader/reader-rights.ts";
import { searchReader } from "../../../projects/reader/search-reader.ts";
import { writeSitemap } from "../../../projects/reader/write-sitemap.ts";
import type { FairSearch } from "../../../search/fair-search.ts";
import type { BuiltClients } from "../../client-files.ts";
import { freshText } from "../../fresh-text.ts";
import { groupHtml } from "../../reader/navigation-html.ts";
import { readerFrame } from "../../reader/reader-frame.ts";
import { readerHeaders } from "../../reader/reader-policy.ts";
import { searchView } from "../../reader/search-view.ts";
import { keptByNobody, refWanted } from "../../ref-of-request.ts";
import {
  jsonReply,
  type Route,
  type RouteDocs,
  type RouteRequest,
  readerRoute,
} from "../../route.ts";
import { wantsPage } from "../../wants-page.ts";

export type ReaderDeps = SearchDocsDeps & {
  search: Pick<FairSearch, "load">;
  lists: PageLists;
  clients: BuiltClients;
};

/** What surrounds the pages of the reader. They stand before the page view in the table. */
export function readerRoutes(deps: ReaderDeps): Route[] {
  return [
    readerRoute({
      method: "get",
      path: "/docs/{domain}/-/search",
      docs: searchDocs,
      handle: (call, reader) => search(deps, call, reader),
    }),
    readerRoute({
      method: "get",
      path: "/docs/{domain}/-/navigation",
      docs: navigationDocs,
      async handle(call, reader) {
        const { url } = call;
        const project = await openDocs(deps, reader, wantedOf(call));
        requireReader(project);
        const { readings } = await deps.lists.of(project);
        const path = url.searchParams.get("page") ?? "";
        const at = url.searchParams.get("group") ?? "";
        const tree = readings.treeAt(path);
        const group = groupAt(tree, at);
        if (!group) throw new AppError("not_found", "There is no such group. Reload the page.");
        const frame = readerFrame({ clients: deps.clients, project, mayAsk: false });
        const place = {
          ...{ tree, current: path, hrefOf: frame.hrefOf },
          moreOf: (below: string, next?: number) => frame.moreOf(path, below, next),
        };
        const from = Number(/^\d{1,7}$/.exec(url.searchParams.get("from") ?? "")?.[0] ?? 0);
        return new Response(`<ul>${groupHtml(place, { group, at, from })}</ul>`, {
          headers: { ...readerHeaders, ...keptByNobody(project) },
        });
      },
    }),
    readerRoute({
      method: "get",
      path: "/docs/{domain}/sitemap.xml",
      docs: sitemapDocs,
      async handle(call, reader) {
        const { version, text } = await writeSitemap(deps, reader, call.params.domain ?? "");
        const contentType = "application/xml; charset=utf-8";
        return freshText(call.request, { version, contentType, body: () => text });
      },
    }),
  ];
}

async function search(
  deps: ReaderDeps,
  call: RouteRequest<unknown>,
  reader: Parameters<Route["handle"]>[1],
): Promise<Response> {
  const { request, url, client } = call;
  const when = preparing.safeParse(url.searchParams.get("prepare")).data;
  if (when) {
    const input = { ...wantedOf(call), when, network: client.network };
    return ready(await prepareSearch(deps, reader, input));
  }
  const text = url.searchParams.get("q") ?? "";
  const page = (url.searchParams.get("page") ?? "").slice(0, 2_000);
  const asked = { ...wantedOf(call), text, page, network: client.network };
  const { project, found } = await searchReader(deps, reader, asked);
  const headers = { vary: "accept", ...keptByNobody(project) };
  if (!wantsPage(request.method, request.headers.get("accept")))
    return Response.json(found, { headers });
  const list = await deps.lists.of(project);
  const view = { clients: deps.clients, project, list, text: text.slice(0, 200), found };
  return new Response(searchView({ ...view, mayAsk: mayAsk(project, reader) }), {
    headers: { ...readerHeaders, ...headers },
  });
}

function ready(project: ProjectDocs): Response {
  return Response.json({ pages: [] }, { headers: { vary: "accept", ...keptByNobody(project) } });
}

function wantedOf(call: RouteRequest<unknown>) {
  return { project: call.params.domain ?? "", ...refWanted(call) };
}

const text = z.string().optional();
const preparing = z.enum(["now", "soon"]);

const searchDocs: RouteDocs = {
  tag: "Pages",
  summary: "Search as you type",
  description:
    "What the reader shows while somebody types, by page; the last word may be unfinished. Programs take `POST /discovery/v1/search/{domain}`, which returns whole passages.",
  query: {
    ...refQuery,
    q: { description: "What was typed, up to 200 characters.", schema: text },
    page: {
      description: "Path of the page it is typed on: its version and language are searched.",
      schema: text,
    },
    prepare: {
      description:
        "Searches nothing and answers when the index is in memory. `now` for somebody who is about to type; `soon` for somebody who reads: the index is loaded while there is much memory free.",
      schema: preparing.optional(),
    },
  },
  responses: [
    {
      ...jsonReply("Pages with what was found on them.", readerSearch, { pages: [] }),
      alsoAs: { "text/html": z.string() },
    },
  ],
};

const navigationDocs: RouteDocs = {
  tag: "Pages",
  summary: "Read a part of the navigation",
  description: "The links of one group, as HTML: of large docs a page holds only its own branch.",
  query: {
    ...refQuery,
    page: { description: "Path of the page that shows the navigation.", schema: text },
    group: { description: "Places of the groups that lead to it, as 0.3.", schema: text },
    from: {
      description: "The first entry that is wanted: at most 2,000 come at once.",
      schema: text,
    },
  },
  responses: [
    { status: 200, description: "A list.", contentType: "text/html", schema: z.string() },
    { status: 404, description: "There is no such group." },
  ],
};

const sitemapDocs: RouteDocs = {
  tag: "Pages",
  summary: "List the pages for search engines",
  description:
    "Every page of a public project where people read it, in the format of sitemaps.org.",
  responses: [
    { status: 200, description: "The list.", contentType: "application/xml", schema: z.string() },
    { status: 304, description: "It has not changed." },
    { status: 404, description: "The project is private." },
  ],
};
