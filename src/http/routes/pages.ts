import { z } from "zod";
import { refQuery } from "../../contract/refs.ts";
import type { RenderedPage } from "../../docs/render/rendered-page.ts";
import type { ProjectDocs } from "../../projects/open-docs.ts";
import type { Reader } from "../../projects/open-project.ts";
import { markdownPath } from "../../projects/pages/llms-page.ts";
import type { PageViews, ShownPage } from "../../projects/pages/page-views.ts";
import { type ShowPageDeps, showPage } from "../../projects/pages/show-page.ts";
import { refQueryText } from "../../search/page-url.ts";
import type { StoredPage } from "../../store/docs/pages.ts";
import { freshText } from "../fresh-text.ts";
import { escapeHtml, htmlPage } from "../html-page.ts";
import { keptByNobody, refWanted } from "../ref-of-request.ts";
import { type Route, type RouteDocs, type RouteRequest, readerRoute } from "../route.ts";
import { wantsMarkdown } from "../wants-page.ts";

const docs: RouteDocs = {
  tag: "Pages",
  summary: "Read a page",
  description:
    "A page, as citations link to it when the project has no docs site of its own. With `.md` behind its address, or asked for as `text/markdown`, its Markdown.",
  query: refQuery,
  responses: [
    {
      status: 200,
      description: "The page.",
      contentType: "text/html",
      schema: z.string(),
      alsoAs: { "text/markdown": z.string() },
    },
    { status: 304, description: "The Markdown has not changed." },
    { status: 404, description: "There is no such page." },
  ],
};

export function pageRoutes(deps: ShowPageDeps & { views: PageViews }): Route[] {
  const handle = async (call: RouteRequest<unknown>, reader: Reader) => {
    const { request, params, client } = call;
    const path = params.rest ?? "";
    const wanted = { project: params.domain ?? "", path, ...refWanted(call) };
    const { project, page } = await showPage(deps, reader, wanted);
    if (/\.md$/i.test(path) || wantsMarkdown(request)) return markdownView(request, project, page);
    const show = (shown: ShownPage) => deps.views.render(shown, client.network);
    return pageView(show, project, page);
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

type Show = (page: ShownPage) => Promise<RenderedPage | undefined>;

async function pageView(show: Show, project: ProjectDocs, page: StoredPage): Promise<Response> {
  const { path, content, blobHash: hash } = page;
  const { ref } = project;
  const root = `/docs/${project.domain}`;
  const format = /\.mdx$/i.test(path) ? "mdx" : "md";
  const shown = { hash, content, format, path, root, ...(ref !== undefined && { ref }) } as const;
  const rendered = await show(shown);
  const body = rendered?.html ?? plainView(content);
  const lead = page.description ? `<p class="lead">${escapeHtml(page.description)}</p>` : "";
  const heading = `<h1>${escapeHtml(rendered?.title ?? page.title)}</h1>`;
  const title = rendered?.title === undefined ? `${heading}${lead}` : heading;
  const source = `<header><small><a href="${root}${refQueryText(ref)}">${escapeHtml(project.name)}</a> · ${escapeHtml(page.path)}${ref === undefined ? "" : ` · not merged: ${escapeHtml(ref)}`}</small></header>`;
  const markdown = escapeHtml(markdownPath(project, page.path));
  const head = `<link rel="alternate" type="text/markdown" href="${markdown}">`;
  const response = htmlPage(
    `${page.title} · ${project.name}`,
    `${source}<main>${title}${body}</main>`,
    {
      head,
    },
  );
  response.headers.set("vary", "accept");
  return response;
}

/** A page that is too costly to read is shown as it was written. */
function plainView(content: string): string {
  return `<p><em>This page is too costly to show as it is meant.</em></p><pre tabindex="0">${escapeHtml(content)}</pre>`;
}
