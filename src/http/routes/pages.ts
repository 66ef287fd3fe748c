import { z } from "zod";
import { renderHtml } from "../../markdown/render-html.ts";
import { showPage } from "../../projects/show-page.ts";
import type { Database } from "../../store/database.ts";
import { escapeHtml, htmlPage } from "../html-page.ts";
import { publicRoute, type Route, type RouteDocs } from "../route.ts";

const docs: RouteDocs = {
  tag: "Pages",
  summary: "Read a page",
  description:
    "A page of a public project, as citations link to it when the project has no docs site of its own.",
  responses: [
    { status: 200, description: "The page.", contentType: "text/html", schema: z.string() },
    { status: 404, description: "There is no such page, or the project is private." },
  ],
};

export function pageRoutes(deps: { db: Database }): Route[] {
  const handle = async ({ params }: { params: Record<string, string> }) => {
    const { project, page } = await showPage(deps, {
      domain: params.domain ?? "",
      path: params.rest ?? "",
    });
    const root = `/docs/${project.domain}`;
    const format = /\.mdx$/i.test(page.path) ? "mdx" : "md";
    const body = renderHtml(page.content, {
      format,
      linkTo: (href) => localLink(href, root, page.path),
    });
    const lead = page.description ? `<p class="lead">${escapeHtml(page.description)}</p>` : "";
    const title = /^\s*<h1/.test(body) ? "" : `<h1>${escapeHtml(page.title)}</h1>${lead}`;
    const source = `<p><small>${escapeHtml(project.name)} · ${escapeHtml(page.path)}</small></p>`;
    return htmlPage(`${page.title} · ${project.name}`, `${source}${title}${body}`);
  };
  return [
    publicRoute({ method: "get", path: "/docs/{domain}", docs, handle }),
    publicRoute({ method: "get", path: "/docs/{domain}/{rest}", docs, handle }),
  ];
}

/** Links inside the docs stay inside this view; every other address is left as it is. */
function localLink(href: string, root: string, path: string): string {
  if (href.startsWith("#") || /^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("//"))
    return href;
  const base = `http://docs/${path}`;
  if (!URL.canParse(href, base)) return "#";
  const url = new URL(href, base);
  return `${root}${url.pathname.replace(/\.mdx?$/i, "")}${url.hash}`;
}
