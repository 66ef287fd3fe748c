import { withoutEnding } from "../../docs/site/paths.ts";
import { pageUrl, refQueryText } from "../../search/page-url.ts";
import type { VisiblePage } from "../../store/docs/pages.ts";
import { escapeLine, oneLine } from "../../text/markdown-writing.ts";
import { visibleText } from "../../text/safe/visible-text.ts";
import type { ProjectDocs } from "../open-docs.ts";

/** A page in the files for language models. */
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

export function toLlmsPage(publicUrl: string, project: ProjectDocs, page: VisiblePage): LlmsPage {
  return {
    title: markdownLine(page.title),
    description: markdownLine(page.description),
    section: markdownLine(page.section.join(" / ")),
    path: page.path,
    blobHash: page.blobHash,
    url: pageUrl(publicUrl, project, page),
    markdownUrl: `${publicUrl}${markdownPath(project, page.path)}`,
  };
}

/** Where the Markdown of a page is served: at its path, whatever format it was written in. */
export function markdownPath(
  { domain, ref }: Pick<ProjectDocs, "domain" | "ref">,
  path: string,
): string {
  const file = `${withoutEnding(path)}.md`;
  return `/docs/${domain}/${file.split("/").map(encodeURIComponent).join("/")}${refQueryText(ref)}`;
}

const longestLine = 1_000;

/** A title or description as one line of Markdown that shows as it is written and cannot end the line, link or list it stands in. */
export function markdownLine(text: string): string {
  return escapeLine(visibleText(oneLine(text.slice(0, longestLine))));
}
