import { isPageFile } from "../page/page-format.ts";
import { findSite, isSiteFile } from "../site/find-site.ts";
import { type DocsFiles, isBelow } from "./docs-files.ts";

const usualFolders = ["docs", "documentation", "doc", "content"];

/** Where a repository has its docs: "" where a site says so itself, or where no folder is named like them. */
export async function guessDocsFolder(files: DocsFiles): Promise<string> {
  const paths = files.list().map(({ path }) => path);
  const pages = paths.filter(isPageFile);
  const siteFiles = new Map<string, string>();
  for await (const { path, content } of files.readEach(paths.filter((path) => isSiteFile(path)))) {
    siteFiles.set(path, content);
  }
  if (!findSite({ paths: pages, siteFiles }).isPlain) return "";
  return usualFolders.find((folder) => pages.some((path) => isBelow(folder, path))) ?? "";
}
