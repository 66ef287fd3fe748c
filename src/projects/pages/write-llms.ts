import { createHash } from "node:crypto";
import { frontMatterEnd } from "../../docs/page/front-matter.ts";
import { isIndexName, withoutEnding } from "../../docs/site/paths.ts";
import { pageUrl } from "../../search/page-url.ts";
import { mainEditions } from "../../search/rank/choose-editions.ts";
import type { Database } from "../../store/database.ts";
import { blobContents } from "../../store/docs/blobs.ts";
import { type VisiblePage, visiblePages } from "../../store/docs/pages.ts";
import type { Project } from "../../store/docs/projects.ts";
import { escapeLine, linkTarget, oneLine } from "../../text/markdown-writing.ts";
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

/** What both files for language models are written from: every page in one version and language, in the order of the navigation, the others behind them. */
export async function llmsPages(deps: LlmsDeps, reader: Reader, name: string): Promise<LlmsPages> {
  const project = await openProject(deps.db, reader, name);
  const revision = project.currentRevisionId;
  const stored = revision === null ? [] : mainEditions(await visiblePages(deps.db, revision));
  const pages = stored.toSorted(byPlace).map((page) => toLlmsPage(deps.publicUrl, project, page));
  const version = createHash("sha256")
    .update(JSON.stringify([project.name, pages]))
    .digest("hex");
  return { project, pages, version };
}

/** Where the Markdown of a page is served: at its path, whatever format it was written in. */
export function markdownPath(domain: string, path: string): string {
  const file = `${withoutEnding(path)}.md`;
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

/** The list of the docs for language models, in the format of llmstxt.org. */
export async function writeLlms(
  deps: LlmsDeps,
  reader: Reader,
  name: string,
): Promise<{ version: string; text: string }> {
  const { project, pages, version } = await llmsPages(deps, reader, name);
  const title = markdownLine(project.name);
  const about = pages.find(({ path }) => isIndexName(withoutEnding(path)))?.description;
  const sections = [...Map.groupBy(pages, (page) => page.section)].map(
    ([section, some]) => `## ${section || untitled(pages)}\n\n${some.map(entry).join("\n")}\n`,
  );
  const head = `# ${title}\n\n> ${about || `The documentation of ${title}.`}\n`;
  return { version, text: [head, ...sections].join("\n") };
}

function untitled(pages: LlmsPage[]): string {
  return pages.some((page) => page.section !== "") ? "Other pages" : "Pages";
}

function entry({ title, description, markdownUrl }: LlmsPage): string {
  const link = `- [${title}](${linkTarget(markdownUrl)})`;
  return description === "" ? link : `${link}: ${description}`;
}

/** A page may have 2 MiB, and a reader may be slow: only so many are in memory at a time. */
const pagesAtOnce = 8;

/** All the docs as one Markdown text, written page by page as it is read. */
export async function writeFullLlms(
  deps: LlmsDeps,
  reader: Reader,
  name: string,
): Promise<{ version: string; texts: AsyncGenerator<string> }> {
  const { project, pages, version } = await llmsPages(deps, reader, name);
  return { version, texts: pageTexts(deps, project.id, pages) };
}

async function* pageTexts(
  { db }: LlmsDeps,
  projectId: string,
  pages: LlmsPage[],
): AsyncGenerator<string> {
  for (let start = 0; start < pages.length; start += pagesAtOnce) {
    const some = pages.slice(start, start + pagesAtOnce);
    const hashes = [...new Set(some.map((page) => page.blobHash))];
    const contents = await blobContents(db, projectId, hashes);
    for (const page of some) {
      const content = contents.get(page.blobHash);
      if (content !== undefined) yield textOf(page, content);
    }
  }
}

function textOf({ title, url }: LlmsPage, content: string): string {
  return `# ${title}\nSource: ${url}\n\n${bodyOf(content)}\n\n`;
}

/** The page without its front matter, and without a first heading that only says its title again. */
function bodyOf(content: string): string {
  const body = content.slice(frontMatterEnd(content)).replace(/^\s*\n/, "");
  return body.replace(/^# .*(?:\n|$)/, "").trim();
}
