import { valueOfData } from "../values/read-data.ts";
import { listOf, memberOf, textOf, textsOf } from "../values/static-value.ts";
import type { ListedVersions } from "./folder-versions.ts";
import { joined } from "./paths.ts";

const mostVersions = 500;
const shownFirst = ["latest", "stable"];

/**
 * The `versions.json` that lies above the folders of versions: `[{ version, title, aliases }]`, the newest first. `main` is
 * the version or the alias that readers are sent to.
 */
export function listedVersions(
  siteFiles: ReadonlyMap<string, string>,
  folder: string,
  main: string | undefined,
): ListedVersions {
  const path = joined(folder, "versions.json");
  const written = listOf(valueOfData(siteFiles.get(path) ?? "[]", path)).slice(0, mostVersions);
  const names = written.flatMap((item) => {
    const version = textOf(memberOf(item, "version"));
    if (version === undefined) return [];
    const more = [
      textOf(memberOf(item, "title")) ?? version,
      ...textsOf(memberOf(item, "aliases")),
    ];
    return [[...new Set([version, ...more])]];
  });
  const wanted = [main, ...shownFirst].find((name) =>
    names.some((some) => some.includes(name ?? "")),
  );
  const release = names.find((some) => some.includes(wanted ?? "")) ?? names[0];
  return { names, release: release?.[0] };
}
