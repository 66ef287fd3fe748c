import { refParameter } from "../../contract/refs.ts";
import type { ProjectDocs } from "../../projects/open-docs.ts";
import { readerPath, refQueryText } from "../../search/page-url.ts";
import type { BuiltClients, ClientFiles } from "../client-files.ts";
import { escapeHtml } from "../html-page.ts";
import type { ShellParts } from "./reader-shell.ts";

type FrameParts = {
  clients: BuiltClients;
  project: ProjectDocs;
  /** Whether whoever reads may ask as well. */
  mayAsk: boolean;
  /** Whoever reads may read this page alone: nothing of the others is shown. */
  isAlone?: boolean;
};

/** What all pages of a project's reader have in common. */
export function readerFrame({ clients, project, mayAsk, isAlone = false }: FrameParts) {
  const { ref, domain, name, visibility } = project;
  const root = `/docs/${domain}`;
  const panel = mayAsk ? panelOf(clients.widget) : undefined;
  const query = (values: Record<string, string>) =>
    `?${new URLSearchParams({ ...values, ...(ref !== undefined && { [refParameter]: ref }) })}`;
  const shell = {
    home: { href: `${root}${refQueryText(ref)}`, name },
    searchHref: isAlone ? "" : `${root}/-/search${refQueryText(ref)}`,
    mayAsk: panel !== undefined,
    facts: {
      root,
      domain,
      ...(ref !== undefined && { ref }),
      ...(panel !== undefined && { panel }),
    },
  } satisfies Partial<ShellParts>;
  return {
    shell,
    hrefOf: (path: string) => readerPath(project, { path }),
    moreOf: (path: string, place: string, from = 0) =>
      `${root}/-/navigation${query({ page: path, group: place, ...(from > 0 && { from: String(from) }) })}`,
    notes:
      ref === undefined
        ? []
        : [`Not merged: these are the docs of <code>${escapeHtml(ref)}</code>.`],
    /** Whether anybody may read this, and machines may list it. */
    isOpen: visibility === "public" && ref === undefined && !isAlone,
  };
}

/** The script of the panel, as it is named by its content. */
function panelOf(files: ClientFiles | undefined): string | undefined {
  for (const path of files?.keys() ?? [])
    if (/^assets\/panel[\w-]*\.js$/.test(path))
      return `/widget-assets/${path.slice("assets/".length)}`;
  return undefined;
}
