import { isBelow } from "../../tree/docs-files.ts";
import { folderOf } from "../paths.ts";

const otherTools =
  /(?:^|\/)(?:hugo\.(?:toml|ya?ml|json)|config\.toml|_config\.ya?ml|book\.toml|conf\.py|antora\.ya?ml|\.gitbook\.ya?ml|(?:next|nuxt|astro|gatsby|eleventy|svelte|rspress|source)[.-]config\.[cm]?[jt]s|\.eleventy\.[cm]?js)$/;

/** Whether there are settings of a site generator that is not known here: in the docs folder, directly below it, or above it. */
export function hasOtherTool(paths: string[], docsFolder: string): boolean {
  return paths.some((path) => {
    if (!otherTools.test(path)) return false;
    const folder = folderOf(path);
    return isBelow(folder, docsFolder) || folder === docsFolder || folderOf(folder) === docsFolder;
  });
}
