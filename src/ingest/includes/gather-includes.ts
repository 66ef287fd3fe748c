import { decodeText } from "../pages/read-file.ts";
import type { SourceFile, SourceSnapshot } from "../sources/source.ts";
import { expandIncludes, findIncludes, type NamedValues, type PageFile } from "./includes.ts";
import { namedValues } from "./line-includes.ts";

const deepest = 5;
const largestFile = 1024 * 1024;
const keptCharacters = 32 * 1024 * 1024;

/** Gives pages the text of the files they include. Files are read once for all pages of a sync. */
export function createIncluder(snapshot: SourceSnapshot) {
  const files = new Map(
    [...snapshot.files, ...snapshot.support].map((file): [string, SourceFile] => [file.path, file]),
  );
  const texts = new Map<string, string | undefined>();
  let kept = 0;

  async function load(paths: string[]): Promise<void> {
    const wanted = paths
      .filter((path) => !texts.has(path))
      .flatMap((path) => files.get(path) ?? [])
      .filter((file) => file.size <= largestFile);
    for (const path of paths) if (!texts.has(path)) texts.set(path, undefined);
    for await (const { file, content } of snapshot.read(wanted)) {
      const text = decodeText(content);
      if (text === undefined || kept + text.length > keptCharacters) continue;
      kept += text.length;
      texts.set(file.path, text);
    }
  }

  return async (page: PageFile, given: NamedValues) => {
    const values = new Map(given);
    const all = new Set<string>();
    let waiting = [page];
    for (let depth = 0; depth < deepest; depth += 1) {
      const asked = waiting.flatMap((file) => findIncludes(file, values));
      const fresh = [...new Set(asked)].filter((path) => !all.has(path));
      if (fresh.length === 0) break;
      await load(fresh);
      for (const path of fresh) all.add(path);
      const files = fresh.flatMap((path) => {
        const content = texts.get(path);
        return content === undefined ? [] : [{ path, content }];
      });
      const before = values.size;
      for (const [name, value] of files.flatMap(namedValues)) values.set(name, value);
      // A path may be made of a name that another file gives its value.
      waiting = values.size > before ? [...waiting, ...files] : files;
    }
    const expanded = expandIncludes(page, (path) => texts.get(path), values);
    return { ...expanded, includes: [...all].sort() };
  };
}
