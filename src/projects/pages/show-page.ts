import { filesAt } from "../../docs/tree/address.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Database } from "../../store/database.ts";
import { findPage, type StoredPage } from "../../store/docs/pages.ts";
import type { Project } from "../../store/docs/projects.ts";
import { openProject, type Reader } from "../open-project.ts";
import type { PageLists } from "./page-lists.ts";

/** A page by its address: without ending, a folder standing for its index. Without a key a private project is not there. */
export async function showPage(
  deps: { db: Database; lists: Pick<PageLists, "of"> },
  reader: Reader,
  input: { domain: string; path: string },
): Promise<{ project: Project; page: StoredPage }> {
  const missing = new AppError("not_found", "There is no such page here.");
  const project = await openProject(deps.db, reader, input.domain);
  // PostgreSQL refuses a NUL even in a question.
  if (input.path.includes("\0") || project.currentRevisionId === null) throw missing;
  const files = [
    ...filesAt(input.path),
    ...(input.path === "" ? await firstPage(deps, project) : []),
  ];
  if (files.length === 0) throw missing;
  const page = await findPage(deps.db, project.currentRevisionId, files);
  if (!page) throw missing;
  return { project, page };
}

/** Docs without an index page begin with the first page of their navigation. */
async function firstPage(
  { lists }: { lists: Pick<PageLists, "of"> },
  project: Project,
): Promise<string[]> {
  const [first] = (await lists.of(project)).pages;
  return first ? [first.path] : [];
}
