import { soleEdition } from "../../docs/site/edition.ts";
import type { Site } from "../../docs/site/site.ts";
import type { Database } from "../../store/database.ts";
import { pageMetadata } from "../../store/docs/blobs.ts";
import type { PagePlace, RevisionPage } from "../../store/docs/revision-pages.ts";
import type { StoredSource } from "../../store/docs/sources.ts";
import { kindOfFile } from "./read-file.ts";
import type { StoredPageText } from "./store-pages.ts";

export type PlaceInput = {
  stored: StoredSource;
  site: Site;
  unchanged: RevisionPage[];
  read: StoredPageText[];
};

/** Every page with its place on the site. A page that did not change may have moved: the navigation is another file. */
export async function placePages(db: Database, input: PlaceInput): Promise<RevisionPage[]> {
  const { stored, site, unchanged, read } = input;
  const known = await pageMetadata(
    db,
    stored.projectId,
    [...unchanged, ...read].map((page) => page.blobHash),
  );
  const all = [...unchanged, ...read].map((page) => {
    const local = stored.mount === "" ? page.path : page.path.slice(stored.mount.length + 1);
    return { page, local, metadata: known.get(page.blobHash) ?? {} };
  });
  const byPath = new Map(all.map(({ local, metadata }) => [local, metadata]));
  return all.map(({ page, local, metadata }) => {
    const isApi = kindOfFile(page.file) === "openapi";
    if (isApi) return { ...page, place: apiPlace(local) };
    const place = site.place(local, metadata, (path) => byPath.get(path));
    return { ...page, place: { ...place, edition: site.edition(local) } };
  });
}

/** Generators know nothing of the pages made from an API description: they have the path they were given here. */
function apiPlace(path: string): PagePlace {
  const edition = soleEdition(path);
  return { address: path, position: undefined, section: [], title: "", hidden: false, edition };
}
