import { z } from "zod";
import { refQuery } from "../../contract/refs.ts";
import type { RenderedPage } from "../../docs/render/rendered-page.ts";
import { AppError } from "../../lib/app-error.ts";
import type { ProjectDocs } from "../../projects/open-docs.ts";
import type { Reader } from "../../projects/open-project.ts";
import { type Shown, type ShowPageDeps, showPage } from "../../projects/pages/show-page.ts";
import { type ViewPageDeps, viewPage } from "../../projects/pages/view-page.ts";
import { readLineRange } from "../../projects/reader/mark-cited-lines.ts";
import { readerMode } from "../../projects/reader/reader-mode.ts";
import { mayAsk, pageOfLink } from "../../projects/reader/reader-rights.ts";
import { sourceLink } from "../../projects/reader/source-link.ts";
import { pageUrl, readerPath } from "../../search/page-url.ts";
import type { StoredPage } from "../../store/docs/pages.ts";
import type { BuiltClients } from "../client-files.ts";
import { freshText } from "../fresh-text.ts";
import { escapeHtml } from "../html-page.ts";
import { missingView } from "../reader/missing-view.ts";
import { pageView } from "../reader/page-view.ts";
import { readerHeaders } from "../reader/reader-policy.ts";
import { takeLink } from "../reader/take-link.ts";
import { keptByNobody, refWanted } from "../ref-of-request.ts";
import { type Route, type RouteDocs, type RouteRequest, readerRoute } from "../route.ts";
import { wantsMarkdown, wantsPage } from "../wants-page.ts";

const cited = z.string().optional();

const docs: RouteDocs = {
  tag: "Pages",
  summary: "Read a page",
  description:
    "A page in the reader, where citations lead when the project has no docs site of its own. With `.md` behind its address, or asked for as `text/markdown`, its Markdown.",
  query: {
    ...refQuery,
    pass: { description: "The token of a shared link to private docs.", schema: cited },
    lines: { description: "Lines of the source that an answer cites, as 12-18.", schema: cited },
    of: {
      description: "The first 8 characters of the page's hash when it was cited.",
      schema: cited,
    },
  },
  responses: [
    {
      status: 200,
      description: "The page.",
      contentType: "text/html",
      schema: z.string(),
      alsoAs: { "text/markdown": z.string() },
    },
    { status: 302, description: "It is at another address here, or a shared link was taken." },
    { status: 304, description: "The Markdown has not changed." },
    { status: 404, description: "There is no such page." },
  ],
};

export type PageRouteDeps = ShowPageDeps &
  ViewPageDeps & {
    clients: BuiltClients;
    publicUrl: string;
  };

export function pageRoutes(deps: PageRouteDeps): Route[] {
  const handle = async (call: RouteRequest<unknown>, reader: Reader) => {
    const { request, params } = call;
    const path = params.rest ?? "";
    const wanted = { project: params.domain ?? "", path, ...refWanted(call) };
    const shown = await showPage(deps, reader, wanted);
    const arrived = takeLink(call, { reader, project: shown.project });
    if (arrived) return arrived;
    const isMarkdown = /\.md$/i.test(path) || wantsMarkdown(request);
    if (shown.kind === "moved") return redirect(call, shown, isMarkdown);
    if (shown.kind === "missing") return missing(deps, call, { ...shown, reader });
    if (isMarkdown) return markdownView(request, shown.project, shown.page);
    if (readerMode(shown.project) === "off") return elsewhere(deps, shown);
    return htmlView(deps, call, { ...shown, reader });
  };
  return [
    readerRoute({ method: "get", path: "/docs/{domain}", docs, handle }),
    readerRoute({ method: "get", path: "/docs/{domain}/{rest}", docs, handle }),
  ];
}

function markdownView(request: Request, project: ProjectDocs, page: StoredPage): Response {
  return freshText(request, {
    version: page.blobHash,
    contentType: "text/markdown; charset=utf-8",
    body: () => page.content,
    headers: { vary: "accept", ...keptByNobody(project) },
  });
}

function redirect({ url }: RouteRequest<unknown>, shown: Found<"moved">, isMarkdown: boolean) {
  const [address = "", query] = readerPath(shown.project, shown).split("?");
  const place = `${address}${isMarkdown ? ".md" : ""}${query === undefined ? "" : `?${query}`}`;
  // A page whose own address is the one that was asked for would lead here again.
  if (place === url.pathname) throw noPage();
  return new Response(null, { status: 302, headers: { location: place, vary: "accept" } });
}

type Found<Kind extends Shown["kind"]> = Extract<Shown, { kind: Kind }>;

function missing(
  deps: PageRouteDeps,
  { request, params }: RouteRequest<unknown>,
  { project, list, nearest, reader }: Found<"missing"> & { reader: Reader },
): Response {
  if (readerMode(project) === "off" || !wantsPage(request.method, request.headers.get("accept")))
    throw noPage(nearest);
  const { clients } = deps;
  const wanted = params.rest ?? "";
  const body = missingView({
    clients,
    project,
    list,
    wanted,
    nearest,
    mayAsk: mayAsk(project, reader),
  });
  return new Response(body, { status: 404, headers: { ...readerHeaders, vary: "accept" } });
}

function noPage(nearest: string[] = []): AppError {
  const hint = nearest.length > 0 ? ` Did you mean ${nearest.join(", ")}?` : "";
  return new AppError("not_found", `There is no such page here.${hint}`);
}

async function htmlView(
  deps: PageRouteDeps,
  { url, client }: RouteRequest<unknown>,
  { project, list, page, reader }: Found<"page"> & { reader: Reader },
): Promise<Response> {
  const rendered = await viewPage(deps, { project, page }, client.network);
  const lines = readLineRange(url.searchParams.get("lines"));
  const of = (url.searchParams.get("of") ?? "").slice(0, 64);
  const body = pageView({
    ...{ clients: deps.clients, publicUrl: deps.publicUrl, project, list, page },
    rendered: rendered ?? plainView(page.content),
    cited: lines && { lines, of },
    sourceHref: await sourceLink(deps.db, project, page),
    mayAsk: mayAsk(project, reader),
    isAlone: pageOfLink(reader) !== "",
  });
  return new Response(body, {
    headers: { ...readerHeaders, vary: "accept", ...keptByNobody(project) },
  });
}

/** Where the reader is switched off: the docs' own site, if they have one. */
function elsewhere({ publicUrl }: PageRouteDeps, { project, page }: Found<"page">): Response {
  const hasSite = (page.baseUrl || project.baseUrl) !== "" && project.ref === undefined;
  if (!hasSite)
    throw new AppError(
      "not_found",
      "The reader of this project is switched off. An owner switches it on under Settings.",
    );
  const location = pageUrl(publicUrl, project, page);
  return new Response(null, { status: 302, headers: { location, vary: "accept" } });
}

/** A page that is too costly to read is shown as it was written. */
function plainView(content: string): RenderedPage {
  const html = `<p><em>This page is too costly to show as it is meant.</em></p><pre tabindex="0">${escapeHtml(content)}</pre>`;
  return { html, title: undefined, contents: [] };
}
