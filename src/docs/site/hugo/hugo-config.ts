import { valueOfData } from "../../values/read-data.ts";
import { isComputed, recordOf, type StaticValue } from "../../values/static-value.ts";
import { folderOf, nameOf } from "../paths.ts";

/** Files beside the main one that hold one part of the settings each, named after it. */
const partName =
  /(?:^|\/)config\/_default\/(?:languages|permalinks|module|taxonomies|frontmatter|cascade|build)\.(?:toml|ya?ml|json)$/;

export function isConfigPart(path: string): boolean {
  return partName.test(path);
}

/** The settings of all files together; keys as they are written there, whatever their case. */
export function readHugoConfig(
  siteFiles: ReadonlyMap<string, string>,
  configPath: string,
): StaticValue {
  const main = valueOfData(siteFiles.get(configPath) ?? "", configPath);
  if (isComputed(main) || !configPath.includes("config/_default/")) return main;
  const parts = [...siteFiles].flatMap(([path, text]): [string, StaticValue][] => {
    if (!isConfigPart(path) || folderOf(path) !== folderOf(configPath)) return [];
    return [[nameOf(path).replace(/\.\w+$/, ""), valueOfData(text, path)]];
  });
  return new Map([...(recordOf(main) ?? []), ...parts]);
}
