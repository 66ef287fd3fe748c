import { expandIncludes, findIncludes, type NamedValues, type PageFile } from "./includes.ts";
import { namedValues } from "./line-includes.ts";

const deepest = 5;

/** Texts of the files that a page may take in, by their paths; undefined for those that are not there. */
export type IncludedTexts = ReadonlyMap<string, IncludedText | undefined>;
/** One object for all pages that take the file in, so that a message to a thread holds its text once. */
export type IncludedText = { text: string; hash: string };

export type Gathered =
  | { wanted: string[] }
  | (Omit<ReturnType<typeof expandIncludes>, "includes"> & { includes: string[] });

/** The page with the text of the files it includes; or the paths of files that are to be read before it can be told. */
export function gatherIncludes(page: PageFile, given: NamedValues, texts: IncludedTexts): Gathered {
  const values = new Map(given);
  const all = new Set<string>();
  let waiting = [page];
  for (let depth = 0; depth < deepest; depth += 1) {
    const asked = waiting.flatMap((file) => findIncludes(file, values));
    const fresh = [...new Set(asked)].filter((path) => !all.has(path));
    if (fresh.length === 0) break;
    const wanted = fresh.filter((path) => !texts.has(path));
    if (wanted.length > 0) return { wanted };
    for (const path of fresh) all.add(path);
    const files = fresh.flatMap((path) => {
      const content = texts.get(path)?.text;
      return content === undefined ? [] : [{ path, content }];
    });
    const before = values.size;
    for (const [name, value] of files.flatMap(namedValues)) values.set(name, value);
    // A path may be made of a name that another file gives its value.
    waiting = values.size > before ? [...waiting, ...files] : files;
  }
  const expanded = expandIncludes(page, (path) => texts.get(path)?.text, values);
  return { ...expanded, includes: [...all].sort() };
}
