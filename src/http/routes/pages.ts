import { z } from "zod";
import type { Reader } from "../../projects/open-project.ts";
import { markdownPath } from "../../projects/pages/llms-page.ts";
import type { PageLists } from "../../projects/pages/page-lists.ts";
import type { PageViews, ShownPage } from "../../projects/pages/page-views.ts";
import { showPage } from "../../projects/pages/show-page.ts";
import type { Database } from "../../store/database.ts";
import type { StoredPage } from "../../store/docs/pages.ts";
import type { Project } from "../../store/docs/projects.ts";
import { freshText } from "../fresh-text.ts";
import { escapeHtml, htmlPage } from "../html-page.ts";
import { type Route, type RouteDocs, type RouteRequest, readerRoute } from "../route.ts";
import { wantsMarkdown } from "../wants-page.ts";

const docs: RouteDocs = {
  tag: "Pages",
  summary: "Read a page",
  description:
    "A page, as citations link to it when the project has no docs site of its own. With `.md` behind its address, or asked for as `text/markdown`, its Markdown.",
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

export function pageRoutes(deps: { db: Database; views: PageViews; lists: PageLists }): Route[] {
  const handle = async ({ request, params, client }: RouteRequest<unknown>, reader: Reader) => {
    const path = params.rest ?? "";
    const { project, page } = await showPage(deps, reader, { domain: params.domain ?? "", path });
    if (/\.md$/i.test(path) || wantsMarkdown(request)) return markdownView(request, page);
    const show = (shown: ShownPage) => deps.views.html(shown, client.network);
    return pageView(show, project, page);
  };
  return [
    readerRoute({ method: "get", path: "/docs/{domain}", docs, handle }),
    readerRoute({ method: "get", path: "/docs/{domain}/{rest}", docs, handle }),
  ];
}

function markdownView(request: Request, page: StoredPage): Response {
  return freshText(request, {
    version: page.blobHash,
    contentType: "text/markdown; charset=utf-8",
    body: () => page.content,
    headers: { vary: "accept" },
  });
}

type Show = (page: ShownPage) => Promise<string | undefined>;

async function pageView(show: Show, project: Project, page: StoredPage): Promise<Response> {
  const { path, content, blobHash: hash } = page;
  const root = `/docs/${project.domain}`;
  const format = /\.mdx$/i.test(path) ? "mdx" : "md";
  const body = (await show({ hash, content, format, path, root })) ?? plainView(content);
  const lead = page.description ? `<p class="lead">${escapeHtml(page.description)}</p>` : "";
  const title = /^\s*<h1/.test(body) ? "" : `<h1>${escapeHtml(page.title)}</h1>${lead}`;
  const source = `<header><small><a href="${root}">${escapeHtml(project.name)}</a> · ${escapeHtml(page.path)}</small></header>`;
  const markdown = escapeHtml(markdownPath(project.domain, page.path));
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
