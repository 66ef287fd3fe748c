import { isSiteFile } from "../site/site.ts";
import { type DocsFiles, isBelow, isPageFile } from "./docs-files.ts";
import { findSite } from "./find-site.ts";

const usualFolders = ["docs", "documentation", "doc", "content"];

/** Where a repository has its docs: "" where a site says so itself, or where no folder is named like them. */
export async function guessDocsFolder(files: DocsFiles): Promise<string> {
  const paths = files.list().map(({ path }) => path);
  const pages = paths.filter(isPageFile);
  const siteFiles = new Map<string, string>();
  for await (const { path, content } of files.readEach(paths.filter((path) => isSiteFile(path)))) {
    siteFiles.set(path, content);
  }
  const { site } = findSite({ paths: pages, siteFiles, docsFolder: "" });
  if (site.generator !== "plain") return "";
  return usualFolders.find((folder) => pages.some((path) => isBelow(folder, path))) ?? "";
}
