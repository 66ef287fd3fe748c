import type { RenderedPage } from "../../docs/render/rendered-page.ts";
import type { ProjectDocs } from "../../projects/open-docs.ts";
import { markdownPath } from "../../projects/pages/llms-page.ts";
import type { PageList } from "../../projects/pages/page-lists.ts";
import { type LineRange, markCitedLines } from "../../projects/reader/mark-cited-lines.ts";
import type { Reading } from "../../projects/reader/readings.ts";
import { pageUrl, readerPath } from "../../search/page-url.ts";
import type { StoredPage } from "../../store/docs/pages.ts";
import type { BuiltClients } from "../client-files.ts";
import { escapeHtml } from "../html-page.ts";
import { navigationHtml, trailOf } from "./navigation-html.ts";
import { contentsHtml, pageMain } from "./page-main.ts";
import { readerFrame } from "./reader-frame.ts";
import { readerShell } from "./reader-shell.ts";

export type PageViewParts = {
  clients: BuiltClients;
  publicUrl: string;
  project: ProjectDocs;
  list: PageList;
  page: StoredPage;
  rendered: RenderedPage;
  /** What an answer cites, and the beginning of the hash of the page it was answered from. */
  cited: { lines: LineRange; of: string } | undefined;
  sourceHref: string | undefined;
  mayAsk: boolean;
  /** The one page that its reader may see. */
  isAlone: boolean;
};

/** A page of the docs with everything around it. */
export function pageView(parts: PageViewParts): string {
  const { project, list, page, rendered, cited, publicUrl, sourceHref } = parts;
  const frame = readerFrame(parts);
  const { hrefOf, isOpen } = frame;
  const reading = parts.isAlone ? alone : list.readings.of(page);
  const { tree } = reading;
  const isSame = cited !== undefined && cited.of !== "" && page.blobHash.startsWith(cited.of);
  const body = cited && isSame ? markCitedLines(rendered.html, cited.lines) : rendered.html;
  const isMarked = body !== rendered.html;
  const ownUrl = `${publicUrl}${readerPath(project, page)}`;
  const title = rendered.title ?? page.title;
  const lead = rendered.title === undefined ? page.description : "";
  return readerShell(parts.clients.reader, {
    ...frame.shell,
    title: `${title} · ${project.name}`,
    head: head(parts, ownUrl, isOpen),
    language: languageOf(page),
    facts: { ...frame.shell.facts, path: page.path },
    navigation: parts.isAlone
      ? ""
      : navigationHtml({
          ...{ tree, current: page.path, hrefOf },
          moreOf: (place) => frame.moreOf(page.path, place),
        }),
    main: pageMain({
      ...{ title, lead, body, reading, hrefOf, sourceHref },
      trail: trailOf(tree, page.path),
      notes: [...frame.notes, ...citedNote(cited?.lines, { isSame, isMarked })],
      markdownHref: markdownPath(project, page.path),
      publicUrl: isOpen ? ownUrl : undefined,
    }),
    contents: contentsHtml(rendered.contents),
  });
}

const alone: Reading = {
  ...{ tree: { title: "", items: [], pages: 0 }, before: undefined, after: undefined },
  ...{ versions: [], languages: [] },
};

function citedNote(
  lines: LineRange | undefined,
  { isSame, isMarked }: { isSame: boolean; isMarked: boolean },
): string[] {
  if (!lines) return [];
  if (!isSame) return ["This page has changed since the answer that cites it was written."];
  if (!isMarked) return [];
  const words =
    lines.start === lines.end ? `line ${lines.start}` : `lines ${lines.start} to ${lines.end}`;
  return [
    `<span data-cited-note>Cited in the answer: ${words} of the source, marked below.</span>`,
  ];
}

function head(
  { project, page, publicUrl }: PageViewParts,
  ownUrl: string,
  isOpen: boolean,
): string {
  const canonical = isOpen ? pageUrl(publicUrl, project, page) : ownUrl;
  const facts: [string, string][] = [
    ["og:type", "article"],
    ["og:title", page.title],
    ["og:site_name", project.name],
    ...(page.description === ""
      ? []
      : ([["og:description", page.description]] as [string, string][])),
    ...(isOpen ? ([["og:url", canonical]] as [string, string][]) : []),
  ];
  const description = page.description
    ? `<meta name="description" content="${escapeHtml(page.description)}">\n`
    : "";
  const markdown = escapeHtml(markdownPath(project, page.path));
  return `${description}${facts.map(([name, value]) => `<meta property="${name}" content="${escapeHtml(value)}">\n`).join("")}${isOpen ? `<link rel="canonical" href="${escapeHtml(canonical)}">` : '<meta name="robots" content="noindex">'}
<link rel="alternate" type="text/markdown" href="${markdown}">
`;
}

/** As browsers and voices know it; the docs may say anything. */
export function languageOf({
  edition,
  language,
}: Pick<StoredPage, "edition" | "language">): string {
  const named = (edition.locale || language).replaceAll("_", "-");
  return /^[a-z]{2,3}(?:-[a-z0-9]{2,8}){0,3}$/i.test(named) ? named : "en";
}
