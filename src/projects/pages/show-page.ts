import { filesAt } from "../../docs/tree/address.ts";
import { AppError } from "../../lib/app-error.ts";
import { findPage, type StoredPage } from "../../store/docs/pages.ts";
import { type OpenDocsDeps, openDocs, type ProjectDocs, type WantedDocs } from "../open-docs.ts";
import type { Reader } from "../open-project.ts";
import type { PageLists } from "./page-lists.ts";

export type ShowPageDeps = OpenDocsDeps & { lists: Pick<PageLists, "of"> };

/** A page by its address: without ending, a folder standing for its index. Without a key a private project is not there. */
export async function showPage(
  deps: ShowPageDeps,
  reader: Reader,
  { path, ...wanted }: WantedDocs & { path: string },
): Promise<{ project: ProjectDocs; page: StoredPage }> {
  const missing = new AppError("not_found", "There is no such page here.");
  const project = await openDocs(deps, reader, wanted);
  // PostgreSQL refuses a NUL even in a question.
  if (path.includes("\0") || project.currentRevisionId === null) throw missing;
  const files = [...filesAt(path), ...(path === "" ? await firstPage(deps, project) : [])];
  if (files.length === 0) throw missing;
  const page = await findPage(deps.db, project.currentRevisionId, files);
  if (!page) throw missing;
  return { project, page };
}

/** Docs without an index page begin with the first page of their navigation. */
async function firstPage(
  { lists }: { lists: Pick<PageLists, "of"> },
  project: ProjectDocs,
): Promise<string[]> {
  const [first] = (await lists.of(project)).pages;
  return first ? [first.path] : [];
}
