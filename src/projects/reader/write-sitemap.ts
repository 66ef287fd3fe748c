import { AppError } from "../../lib/app-error.ts";
import { type OpenDocsDeps, openDocs } from "../open-docs.ts";
import type { Reader } from "../open-project.ts";
import type { PageLists } from "../pages/page-lists.ts";

/** As many as the format allows in one file. */
const mostPages = 50_000;

/** The addresses of a public project's pages, as search engines read them. */
export async function writeSitemap(
  deps: OpenDocsDeps & { lists: Pick<PageLists, "of"> },
  reader: Reader,
  name: string,
): Promise<{ version: string; text: string }> {
  const project = await openDocs(deps, reader, { project: name });
  if (project.visibility !== "public")
    throw new AppError("not_found", "A private project has no sitemap.");
  const { pages, version } = await deps.lists.of(project);
  const entries = pages
    .slice(0, mostPages)
    .map(({ url }) => `<url><loc>${escaped(url)}</loc></url>`);
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${entries.join("\n")}
</urlset>
`;
  return { version: `sitemap-${version}`, text };
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
