import { formatOf } from "../../docs/page/page-format.ts";
import type { StoredPage } from "../../store/docs/pages.ts";
import type { ProjectDocs } from "../open-docs.ts";
import { docsId, type PageDocs } from "./page-docs.ts";
import type { PageViews } from "./page-views.ts";
import type { ViewedPage } from "./view-request.ts";

export type ViewPageDeps = { views: Pick<PageViews, "render">; pageDocs: PageDocs };

/** A page as it is shown in Docent's own view; undefined for one that is too costly to show so. */
export async function viewPage(
  { views, pageDocs }: ViewPageDeps,
  { project, page }: { project: ProjectDocs; page: StoredPage },
  network: string,
): Promise<ViewedPage | undefined> {
  const { path, content, blobHash: hash, sourceId } = page;
  const { ref } = project;
  const id = docsId(project, sourceId);
  return views.render(
    {
      ...{ hash, content, path, format: formatOf(path), root: `/docs/${project.domain}` },
      ...(ref !== undefined && { ref }),
      siteUrl: ref === undefined ? page.baseUrl || project.baseUrl : "",
      docs: { id, parts: async () => (await pageDocs.of(project, sourceId))?.parts },
    },
    network,
  );
}
