import { folderOf, joined, nameOf, numberPrefix, withoutEnding } from "../paths.ts";

/** Of fewer the numbers may be part of the names. */
const fewest = 3;

/**
 * A path without the numbers by which names are only ordered, such as `03-core/05-keys`. They are where at least half
 * of what stands in a folder has one, and nothing would get the same name without it.
 */
export function orderingNumbers(paths: readonly string[]): (path: string) => string {
  const folders = new Map<string, Set<string>>();
  for (const path of paths) {
    for (let inner = path; inner !== ""; inner = folderOf(inner)) {
      const names = folders.get(folderOf(inner)) ?? new Set();
      folders.set(folderOf(inner), names.add(withoutEnding(nameOf(inner))));
    }
  }
  const ordered = new Set([...folders].flatMap(([path, names]) => (isOrdered(names) ? path : [])));
  const numbered = [...ordered].flatMap((path) => [...(folders.get(path) ?? [])].filter(hasNumber));
  if (numbered.length < fewest) return (path) => path;
  return (path) => {
    const names = path.split("/");
    const bare = names.map((name, at) => {
      const isNumbered = ordered.has(names.slice(0, at).join("/")) && hasNumber(name);
      return isNumbered ? numberPrefix(name).rest : name;
    });
    return joined(...bare);
  };
}

function isOrdered(names: ReadonlySet<string>): boolean {
  const all = [...names].filter((name) => !/^(?:_?index|readme)$/i.test(name));
  const numbered = all.filter(hasNumber);
  const bare = new Set(all.map((name) => (hasNumber(name) ? numberPrefix(name).rest : name)));
  return numbered.length * 2 >= all.length && numbered.length > 0 && bare.size === all.length;
}

/** Years and the numbers of decisions have four digits. */
function hasNumber(name: string): boolean {
  return /^\d{1,3}[-_. ]/.test(name) && numberPrefix(name).order !== undefined;
}
