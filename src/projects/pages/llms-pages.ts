import { createHash } from "node:crypto";
import { pageUrl } from "../../search/page-url.ts";
import type { Database } from "../../store/database.ts";
import { type VisiblePage, visiblePages } from "../../store/docs/pages.ts";
import type { Project } from "../../store/docs/projects.ts";
import { escapeLine, oneLine } from "../../text/markdown-writing.ts";
import { visibleText } from "../../text/safe/visible-text.ts";
import { openProject, type Reader } from "../open-project.ts";

export type LlmsDeps = { db: Database; publicUrl: string };

export type LlmsPage = {
  /** One line of Markdown each. */
  title: string;
  description: string;
  section: string;
  path: string;
  blobHash: string;
  /** Where people read the page. */
  url: string;
  /** Its Markdown in Docent's own view. */
  markdownUrl: string;
};

export type LlmsPages = {
  project: Project;
  pages: LlmsPage[];
  /** Changes with anything that the files for language models are written from. */
  version: string;
};

/** What both files for language models are written from: the pages in the order of the navigation, the others behind them. */
export async function llmsPages(deps: LlmsDeps, reader: Reader, name: string): Promise<LlmsPages> {
  const project = await openProject(deps.db, reader, name);
  const revision = project.currentRevisionId;
  const stored = revision === null ? [] : await visiblePages(deps.db, revision);
  const pages = stored.sort(byPlace).map((page) => toLlmsPage(deps.publicUrl, project, page));
  const version = createHash("sha256")
    .update(JSON.stringify([project.name, pages]))
    .digest("hex");
  return { project, pages, version };
}

/** Where the Markdown of a page is served: at its path, whatever format it was written in. */
export function markdownPath(domain: string, path: string): string {
  const file = `${path.replace(/\.(?:mdx?|html?)$/i, "")}.md`;
  return `/docs/${domain}/${file.split("/").map(encodeURIComponent).join("/")}`;
}

function byPlace(left: VisiblePage, right: VisiblePage): number {
  if (left.position === undefined || right.position === undefined)
    return Number(left.position === undefined) - Number(right.position === undefined);
  if (left.sourceId !== right.sourceId) return left.sourceId < right.sourceId ? -1 : 1;
  return left.position - right.position;
}

function toLlmsPage(publicUrl: string, project: Project, page: VisiblePage): LlmsPage {
  return {
    title: markdownLine(page.title),
    description: markdownLine(page.description),
    section: markdownLine(page.section.join(" / ")),
    path: page.path,
    blobHash: page.blobHash,
    url: pageUrl(publicUrl, project, page),
    markdownUrl: `${publicUrl}${markdownPath(project.domain, page.path)}`,
  };
}

const longestLine = 1_000;

/** A title or description as one line of Markdown that shows as it is written and cannot end the line, link or list it stands in. */
export function markdownLine(text: string): string {
  return escapeLine(visibleText(oneLine(text.slice(0, longestLine))));
}
