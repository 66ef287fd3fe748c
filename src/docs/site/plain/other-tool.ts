import { folderOf, isBelow } from "../paths.ts";

const otherTools =
  /(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)|config\.toml|_config\.ya?ml|book\.toml|conf\.py|antora\.ya?ml|\.gitbook\.ya?ml|(?:next|nuxt|astro|gatsby|eleventy|svelte|rspress|source)[.-]config\.[cm]?[jt]s|\.eleventy\.[cm]?js)$/;

const mayList =
  /(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)|book\.toml|SUMMARY\.md|_sidebar\.md|_config\.yml|conf\.py|antora\.yml|docfx\.json|\.gitbook\.ya?ml|zensical\.toml|(?:_meta|meta)\.(?:json|[jt]sx?)|source\.config\.ts|eleventy\.config\.[cm]?js)$/;

/** Whether a file may list the pages for a generator that is not known here. */
export function isOfOtherTool(path: string): boolean {
  return mayList.test(path);
}

/** Whether there are settings of a site generator that is not known here: in the docs folder, directly below it, or above it. */
export function hasOtherTool(paths: string[], docsFolder: string): boolean {
  return paths.some((path) => {
    if (!otherTools.test(path)) return false;
    const folder = folderOf(path);
    return isBelow(folder, docsFolder) || folder === docsFolder || folderOf(folder) === docsFolder;
  });
}
