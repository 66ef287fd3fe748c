import type { ProjectDocs } from "../../projects/open-docs.ts";
import type { PageList } from "../../projects/pages/page-lists.ts";
import type { BuiltClients } from "../client-files.ts";
import { escapeHtml } from "../html-page.ts";
import { navigationHtml } from "./navigation-html.ts";
import { readerFrame } from "./reader-frame.ts";
import { readerShell } from "./reader-shell.ts";
import { searchForm } from "./search-view.ts";

export type MissingParts = {
  clients: BuiltClients;
  project: ProjectDocs;
  list: PageList;
  /** The address that was asked for, below the project's. */
  wanted: string;
  /** Paths of pages with names like it. */
  nearest: string[];
  mayAsk: boolean;
};

/** Where there is no page: those that may have been meant, and search. */
export function missingView(parts: MissingParts): string {
  const { project, list, nearest, wanted } = parts;
  const frame = readerFrame(parts);
  const { hrefOf } = frame;
  const near = nearest.map(
    (path) =>
      `<li><a href="${escapeHtml(hrefOf(path))}">${escapeHtml(list.readings.titleOf(path) ?? path)}</a> <code>${escapeHtml(path)}</code></li>`,
  );
  const words =
    wanted
      .replace(/\.\w{1,8}$/, "")
      .split("/")
      .at(-1)
      ?.replace(/[-_]+/g, " ") ?? "";
  return readerShell(parts.clients.reader, {
    ...frame.shell,
    title: `Page not found · ${project.name}`,
    head: '<meta name="robots" content="noindex">\n',
    language: "en",
    navigation: navigationHtml({
      ...{ tree: list.readings.treeAt(""), current: "", hrefOf },
      moreOf: (place) => frame.moreOf("", place),
    }),
    main: `<div class="page-head"><h1>Page not found</h1><p class="lead">There is no page at this address${wanted === "" ? "" : `: <code>${escapeHtml(wanted.slice(0, 200))}</code>`}.</p></div>
${near.length > 0 ? `<h2>Did you mean</h2><ul class="nearest">${near.join("")}</ul>` : ""}
<h2>Search the docs</h2>${searchForm(project, words.slice(0, 100))}
<p><a href="${escapeHtml(frame.shell.home.href)}">Back to the first page</a></p>`,
    contents: "",
  });
}
