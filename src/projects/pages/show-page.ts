import { filesAt } from "../../docs/tree/address.ts";
import { findPage, type StoredPage } from "../../store/docs/pages.ts";
import {
  type OpenDocsDeps,
  openDocs,
  type ProjectDocs,
  permitPage,
  type WantedDocs,
} from "../open-docs.ts";
import type { Reader } from "../open-project.ts";
import { nearestPaths } from "./nearest-paths.ts";
import { addressKey } from "./page-address.ts";
import type { PageList, PageLists } from "./page-lists.ts";

export type ShowPageDeps = OpenDocsDeps & { lists: Pick<PageLists, "of"> };

/** What an address leads to: a page; a page that is at another address here; or none, with those of like names. */
export type Shown = { project: ProjectDocs; list: PageList } & (
  | { kind: "page"; page: StoredPage }
  | { kind: "moved"; path: string }
  | { kind: "missing"; nearest: string[] }
);

/** A page by its address: without ending, a folder standing for its index. Without a key a private project is not there. */
export async function showPage(
  deps: ShowPageDeps,
  reader: Reader,
  { path, ...wanted }: WantedDocs & { path: string },
): Promise<Shown> {
  const project = await openDocs(deps, reader, { ...wanted, seesToLink: true });
  const list = await deps.lists.of(project);
  const docs = { project, list };
  // PostgreSQL refuses a NUL even in a question.
  if (path.includes("\0") || project.currentRevisionId === null)
    return { ...docs, kind: "missing", nearest: [] };
  const files = [...filesAt(path), ...(path === "" ? firstPage(list) : [])];
  const page =
    files.length === 0 ? undefined : await findPage(deps.db, project.currentRevisionId, files);
  permitPage(reader, page?.path);
  if (page) return { ...docs, kind: "page", page };
  const moved = list.addresses.find(path);
  if (moved !== undefined) return { ...docs, kind: "moved", path: moved };
  return { ...docs, kind: "missing", nearest: nearestPaths(addressKey(path), list.names) };
}

/** Docs without an index page begin with the first page of their navigation. */
function firstPage({ pages: [first] }: PageList): string[] {
  return first ? [first.path] : [];
}
