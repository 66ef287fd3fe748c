import { posix } from "node:path";
import { valueOfData } from "../../values/read-data.ts";
import {
  isComputed,
  memberOf,
  recordOf,
  type StaticValue,
  textOf,
} from "../../values/static-value.ts";
import { folderOf } from "../paths.ts";

const mostParents = 5;
const mostDepth = 20;

/** The file that a configuration takes its other settings from. */
export function inheritedFrom(path: string, text: string): string[] {
  const written = /^INHERIT:[ \t]{0,20}["']?([^\s"'#]{1,300})/m.exec(text)?.[1];
  return written === undefined ? [] : [posix.join(folderOf(path), written)];
}

/** The settings of a configuration over those that it inherits. */
export function readMkdocsConfig(
  siteFiles: ReadonlyMap<string, string>,
  configPath: string,
): StaticValue {
  const own = valueOfData(siteFiles.get(configPath) ?? "", configPath);
  let merged = own;
  let path = configPath;
  for (let round = 0; round < mostParents && !isComputed(merged); round += 1) {
    const [parent] = inheritedFrom(path, siteFiles.get(path) ?? "");
    const text = parent === undefined ? undefined : siteFiles.get(parent);
    if (parent === undefined || text === undefined) break;
    merged = mergedOver(valueOfData(text, parent), merged, 0);
    path = parent;
  }
  return merged;
}

function mergedOver(below: StaticValue, above: StaticValue, depth: number): StaticValue {
  const [lower, upper] = [recordOf(below), recordOf(above)];
  if (lower === undefined || upper === undefined || depth > mostDepth) return above;
  const both = [...upper].map(([key, value]): [string, StaticValue] => [
    key,
    lower.has(key) ? mergedOver(lower.get(key), value, depth + 1) : value,
  ]);
  return new Map([...lower, ...both]);
}

/** What the exclude plugin leaves out, as lines of a gitignore file: its `*` also stands for slashes. */
export function excludedByPlugin(config: StaticValue): string[] {
  const plugins = memberOf(config, "plugins");
  const items = Array.isArray(plugins) ? plugins : [plugins];
  return items.flatMap((item) => {
    const globs = memberOf(item, "exclude", "glob");
    const texts = (Array.isArray(globs) ? globs : [globs]).flatMap((one) => textOf(one) ?? []);
    return texts.map((text) =>
      text.includes("/") ? `/${text.replaceAll(/(?<=^|\/)\*\//g, "*/**/")}` : text,
    );
  });
}
