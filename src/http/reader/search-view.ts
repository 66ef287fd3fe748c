import type { ReaderSearch } from "../../contract/reader/reader-search.ts";
import { refParameter } from "../../contract/refs.ts";
import type { ProjectDocs } from "../../projects/open-docs.ts";
import type { PageList } from "../../projects/pages/page-lists.ts";
import type { BuiltClients } from "../client-files.ts";
import { escapeHtml } from "../html-page.ts";
import { navigationHtml } from "./navigation-html.ts";
import { readerFrame } from "./reader-frame.ts";
import { readerShell } from "./reader-shell.ts";

/** A search that needs no script. */
export function searchForm({ domain, ref }: ProjectDocs, text: string): string {
  const kept =
    ref === undefined
      ? ""
      : `<input type="hidden" name="${refParameter}" value="${escapeHtml(ref)}">`;
  return `<form class="search-form" role="search" lang="en" action="/docs/${escapeHtml(domain)}/-/search"><label for="dx:search-text">Words to look for</label><input id="dx:search-text" type="search" name="q" value="${escapeHtml(text)}" maxlength="200">${kept}<button type="submit">Search</button></form>`;
}

type SearchViewParts = {
  clients: BuiltClients;
  project: ProjectDocs;
  list: PageList;
  text: string;
  found: ReaderSearch;
  mayAsk: boolean;
};

/** The results as a page, for browsers without script. */
export function searchView(parts: SearchViewParts): string {
  const { project, list, text, found } = parts;
  const frame = readerFrame(parts);
  const results = found.pages.map(
    ({ title, url, hits }) =>
      `<li><h2><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></h2>${hits
        .map(
          (hit) =>
            `<p><a href="${escapeHtml(hit.url)}">${escapeHtml(hit.heading)}</a> ${escapeHtml(hit.text)}</p>`,
        )
        .join("")}</li>`,
  );
  const none = text === "" ? "" : "<p>Nothing was found. Try other words.</p>";
  return readerShell(parts.clients.reader, {
    ...frame.shell,
    title: `Search · ${project.name}`,
    head: '<meta name="robots" content="noindex">\n',
    language: "en",
    navigation: navigationHtml({
      ...{ tree: list.readings.treeAt(""), current: "", hrefOf: frame.hrefOf },
      moreOf: (place) => frame.moreOf("", place),
    }),
    main: `<div class="page-head"><h1>Search</h1></div>${searchForm(project, text)}${results.length > 0 ? `<ul class="found">${results.join("")}</ul>` : none}`,
    contents: "",
  });
}
