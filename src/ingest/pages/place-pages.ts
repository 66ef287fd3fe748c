import { soleEdition } from "../../docs/site/edition.ts";
import type { SiteProblem } from "../../docs/site/site.ts";
import type { Database } from "../../store/database.ts";
import { pageMetadata } from "../../store/docs/blobs.ts";
import type { PagePlace, RevisionPage } from "../../store/docs/revision-pages.ts";
import type { StoredSource } from "../../store/docs/sources.ts";
import { kindOfFile } from "./kind-of-file.ts";
import type { OpenedSite } from "./open-site.ts";
import type { StoredPageText } from "./store-pages.ts";

export type PlaceInput = {
  stored: StoredSource;
  site: OpenedSite;
  unchanged: RevisionPage[];
  read: StoredPageText[];
};

/** Every page with its place on the site. A page that did not change may have moved: the navigation is another file. */
export async function placePages(
  db: Database,
  { stored, site, unchanged, read }: PlaceInput,
): Promise<{ pages: RevisionPage[]; problems: SiteProblem[] }> {
  const all = [...unchanged, ...read];
  const known = await pageMetadata(
    db,
    stored.projectId,
    all.map((page) => page.blobHash),
  );
  const local = all.map(({ path, blobHash }) => ({
    path: stored.mount === "" ? path : path.slice(stored.mount.length + 1),
    metadata: known.get(blobHash) ?? {},
  }));
  const { places, problems } = await site.place(local);
  const pages = all.map((page, index) => {
    const path = local[index]?.path ?? page.path;
    const place = kindOfFile(page.file) === "openapi" ? undefined : places[index];
    return { ...page, place: place ?? apiPlace(path) };
  });
  return { pages, problems };
}

/** Generators know nothing of the pages made from an API description: they have the path they were given here. */
function apiPlace(path: string): PagePlace {
  const edition = soleEdition(path);
  return { address: path, position: undefined, section: [], title: "", hidden: false, edition };
}
