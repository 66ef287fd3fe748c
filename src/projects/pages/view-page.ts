import { formatOf } from "../../docs/page/page-format.ts";
import type { StoredPage } from "../../store/docs/pages.ts";
import type { ProjectDocs } from "../open-docs.ts";
import type { PageDocs } from "./page-docs.ts";
import type { PageViews } from "./page-views.ts";
import { placeImageSizes } from "./place-image-sizes.ts";
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
  const { id, modelId, open } = await pageDocs.of(project, sourceId);
  const root = `/docs/${project.domain}`;
  const viewed = await views.render(
    {
      ...{ hash, content, path, format: formatOf(path), root },
      ...(ref !== undefined && { ref }),
      siteUrl: ref === undefined ? page.baseUrl || project.baseUrl : "",
      docs: { id: modelId, parts: async () => (await open())?.parts },
    },
    network,
  );
  if (viewed === undefined) return undefined;
  const sizeOf = (file: string) => pageDocs.sizes.get(id, file);
  return { ...viewed, html: placeImageSizes(viewed.html, { root, sizeOf }) };
}
