import { newestFirst } from "../../text/version-names.ts";
import type { Edition } from "./edition.ts";
import { isIndexName, joined, nameOf, withoutEnding } from "./paths.ts";

type FolderVersion = Pick<Edition, "versions" | "isOtherVersion" | "series" | "topic">;

/** Versions that a file of the site lists, each with all its names, and the name of the release. */
export type ListedVersions = { names: string[][]; release: string | undefined };

const numbered =
  /^(?:(?:version-|v)\d{1,4}|\d{1,4}(?=\.))(?:\.(?:\d{1,6}|x)){0,4}(?:-?(?:alpha|beta|rc)[.\d]{0,9})?$/i;
const named = /^(?:latest|stable|current|next|dev|edge|canary|nightly|unreleased|legacy)$/i;
const shownFirst = /^(?:latest|stable|current)$/i;
/** Pages that stand beside the folders of older versions. */
const beside = "";
const leastShared = 1 / 3;
const deepest = 20;

/**
 * Versions that are folders with mostly the same pages in them: `v1/` beside `v2/`, or beside the pages of the release
 * itself. Where nothing stands beside the folders and none is called `latest`, the highest number is the release.
 */
export function folderVersions(
  paths: readonly string[],
  listed: ListedVersions = { names: [], release: undefined },
): (path: string) => FolderVersion {
  const namesOf = new Map(listed.names.flatMap((names) => names.map((name) => [name, names])));
  const isNumbered = (name: string) => numbered.test(name) || namesOf.has(name);
  const series = new Map<string, Map<string, string[]>>();
  for (const path of paths) {
    const parent = parentOfVersions(path, isNumbered);
    if (parent !== undefined) series.set(parent, new Map());
  }
  for (const path of paths) {
    const place = placeIn(series, path, isNumbered);
    const pages = place && series.get(place.parent);
    const list = pages?.get(place?.version ?? "");
    if (place !== undefined && list === undefined) pages?.set(place.version, [place.rest]);
    if (place !== undefined) list?.push(place.rest);
  }
  const known = new Map([...series].map(([parent, pages]) => [parent, readSeries(pages, listed)]));
  return (path) => {
    const none = { versions: [], isOtherVersion: false, series: "", topic: path };
    const place = placeIn(series, path, isNumbered);
    const own = place && known.get(place.parent);
    if (place === undefined || own === undefined || !own.names.has(place.version)) return none;
    const { parent, version, rest } = place;
    const versions =
      version === beside ? ["latest", "current"] : (namesOf.get(version) ?? [version]);
    const isOtherVersion = version !== own.release && !versions.includes(own.release);
    return { versions, isOtherVersion, series: parent, topic: joined(parent, rest) };
  };
}

function parentOfVersions(path: string, isNumbered: (name: string) => boolean): string | undefined {
  const folders = path.split("/", deepest).slice(0, -1);
  const at = folders.findIndex(isNumbered);
  return at === -1 ? undefined : folders.slice(0, at).join("/");
}

type Place = { parent: string; version: string; rest: string };

/** In the folder of a version, else beside the innermost of them. */
function placeIn(
  series: ReadonlyMap<string, unknown>,
  path: string,
  isNumbered: (name: string) => boolean,
): Place | undefined {
  if (series.size === 0) return undefined;
  const parts = path.split("/");
  let found: Place | undefined;
  for (let depth = 0; depth < Math.min(parts.length, deepest); depth += 1) {
    const parent = parts.slice(0, depth).join("/");
    if (!series.has(parent)) continue;
    const version = depth < parts.length - 1 ? (parts[depth] ?? "") : "";
    const isVersion = isNumbered(version) || named.test(version);
    if (isVersion) return { parent, version, rest: parts.slice(depth + 1).join("/") };
    found = { parent, version: beside, rest: parts.slice(depth).join("/") };
  }
  return found;
}

type Series = { names: Set<string>; release: string };

function readSeries(
  pages: ReadonlyMap<string, string[]>,
  { release: told }: ListedVersions,
): Series | undefined {
  const uses = new Map<string, number>();
  for (const rest of [...pages.values()].flat()) uses.set(rest, (uses.get(rest) ?? 0) + 1);
  // Every folder may have an index.
  const own = (version: string) =>
    (pages.get(version) ?? []).filter((rest) => !isIndexName(withoutEnding(nameOf(rest))));
  const shared = (version: string) => own(version).filter((rest) => (uses.get(rest) ?? 0) > 1);
  const versions = [...pages.keys()].filter((version) => {
    const count = version === beside ? 0 : shared(version).length;
    return count > 0 && count >= leastShared * own(version).length;
  });
  if (versions.length === 0) return undefined;
  if (told !== undefined) return { names: new Set(versions), release: told };
  const smallest = Math.min(...versions.map((version) => own(version).length));
  const same = shared(beside).length;
  const isReleaseBeside = same > 0 && same >= leastShared * smallest;
  if (isReleaseBeside) return { names: new Set([...versions, beside]), release: beside };
  const release = versions.find((name) => shownFirst.test(name)) ?? highest(versions);
  return { names: new Set(versions), release };
}

function highest(versions: string[]): string {
  const released = versions.filter((name) => numbered.test(name) && !/alpha|beta|rc/i.test(name));
  const [first] = (released.length > 0 ? released : versions).toSorted(newestFirst);
  return first ?? "";
}
