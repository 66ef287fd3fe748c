import { filesAt } from "../../docs/tree/address.ts";
import { AppError } from "../../lib/app-error.ts";
import { pageUrl } from "../../search/page-url.ts";
import { findPage, type StoredPage } from "../../store/docs/pages.ts";
import { type OpenDocsDeps, openDocs, type ProjectDocs, type WantedDocs } from "../open-docs.ts";
import type { Reader } from "../open-project.ts";
import { nearestPaths } from "./nearest-paths.ts";
import { addressBelow, addressKey } from "./page-address.ts";
import type { PageLists } from "./page-lists.ts";

export type ReadPageDeps = OpenDocsDeps & { publicUrl: string; lists: PageLists };
export type PageRead = { page: StoredPage; url: string };

/** A page by its path, its address on its site or in Docent's own view, or the full URL of either. */
export async function readPage(
  deps: ReadPageDeps,
  reader: Reader,
  { path, ...wanted }: WantedDocs & { path: string },
): Promise<PageRead> {
  const project = await openDocs(deps, reader, wanted);
  const revision = project.currentRevisionId;
  if (revision === null) throw missing([]);
  const page =
    (await findByPath(deps, { project, revision }, path)) ??
    (await findByAddress(deps, { project, revision }, path));
  return { page, url: pageUrl(deps.publicUrl, project, page) };
}

type Docs = { project: ProjectDocs; revision: string };

async function findByPath(
  deps: ReadPageDeps,
  { project, revision }: Docs,
  name: string,
): Promise<StoredPage | undefined> {
  const address = addressBelow(`${deps.publicUrl}/docs/${project.domain}`, name);
  const files = [name.replace(/^\//, ""), ...filesAt(address)]
    // A name with a NUL is no page, and PostgreSQL refuses even to look for it.
    .filter((file) => file !== "" && !file.includes("\0"));
  return files.length === 0 ? undefined : findPage(deps.db, revision, files);
}

async function findByAddress(
  deps: ReadPageDeps,
  { project, revision }: Docs,
  name: string,
): Promise<StoredPage> {
  const { addresses, names } = await deps.lists.of(project);
  const path = addresses.find(name);
  const page = path === undefined ? undefined : await findPage(deps.db, revision, [path]);
  if (page) return page;
  throw missing(nearestPaths(addressKey(name), names));
}

function missing(nearest: string[]): AppError {
  const hint =
    nearest.length > 0
      ? `Did you mean ${nearest.join(", ")}?`
      : "Take the path from a search result.";
  return new AppError("not_found", `There is no such page here. ${hint}`);
}
