import { decodeText } from "../pages/read-file.ts";
import type { SourceFile, SourceSnapshot } from "../sources/source.ts";
import { expandIncludes, findIncludes, type PageFile } from "./includes.ts";

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

  return async (page: PageFile) => {
    let asked = findIncludes(page);
    const all = new Set<string>();
    for (let depth = 0; asked.length > 0 && depth < deepest; depth += 1) {
      await load(asked);
      for (const path of asked) all.add(path);
      const next = asked.flatMap((path) => {
        const content = texts.get(path);
        return content === undefined ? [] : findIncludes({ path, content });
      });
      asked = [...new Set(next)].filter((path) => !all.has(path));
    }
    const expanded = expandIncludes(page, (path) => texts.get(path));
    return { ...expanded, includes: [...all].sort() };
  };
}
