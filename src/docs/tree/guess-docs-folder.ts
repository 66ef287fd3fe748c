import { isPageFile } from "../page/page-format.ts";
import { findSite } from "../site/find-site.ts";
import { isBelow } from "../site/paths.ts";
import { readSiteFiles } from "../site/read-site-files.ts";
import type { DocsFiles } from "./docs-files.ts";

const usualFolders = ["docs", "documentation", "doc", "content"];

/** Where a repository has its docs: "" where a site says so itself, or where no folder is named like them. */
export async function guessDocsFolder(files: DocsFiles): Promise<string> {
  const paths = files.list().map(({ path }) => path);
  const pages = paths.filter(isPageFile);
  const siteFiles = await readSiteFiles(paths, files.readEach);
  if (!findSite({ paths: pages, siteFiles }).isPlain) return "";
  return usualFolders.find((folder) => pages.some((path) => isBelow(folder, path))) ?? "";
}
