import type { PageText } from "../formats/format.ts";
import type { IncludedTexts } from "../includes/gather-includes.ts";
import type { NamedValues } from "../includes/includes.ts";
import type { SourceContent, SourceFile } from "../sources/source.ts";
import type { PageReader } from "./page-reader.ts";
import { decodeText } from "./read-file.ts";
import type { FileRequest } from "./reader-functions.ts";

/** What became of a file; `reason` says why it is no page, where somebody should know. */
export type FilePages = {
  file: SourceFile;
  pages: PageText[];
  includes: string[];
  reason?: string;
};

type Deps = {
  reader: Pick<PageReader, "read">;
  texts(paths: string[]): Promise<IncludedTexts>;
  values: NamedValues;
};

const notText = "The file is not UTF-8 text.";
const tooCostly = "The file is too costly to read. Split it, or simplify what stands in it.";
/** How often a file may ask for others, and for those that they ask for. */
const mostRounds = 10;

/** The pages of some files, in their order. The files that they take in are read as they are asked for. */
export async function readFiles(deps: Deps, contents: SourceContent[]): Promise<FilePages[]> {
  const results = new Map<SourceFile, FilePages>();
  const end = (file: SourceFile, rest: Partial<FilePages>) =>
    results.set(file, { file, pages: [], includes: [], ...rest });
  let waiting = contents.flatMap(({ file, content }) => {
    const text = decodeText(content);
    if (text === undefined) end(file, { reason: notText });
    const request = { path: file.path, values: deps.values, included: new Map() };
    return text === undefined ? [] : [{ file, request: { ...request, text } as FileRequest }];
  });
  for (let round = 0; waiting.length > 0; round += 1) {
    const replies = await deps.reader.read(waiting.map(({ request }) => request));
    const again: typeof waiting = [];
    for (const [index, { file, request }] of waiting.entries()) {
      const reply = replies[index];
      if (reply === undefined || round === mostRounds) end(file, { reason: tooCostly });
      else if (!("wanted" in reply)) end(file, reply);
      else {
        const more = await deps.texts(reply.wanted);
        again.push({
          file,
          request: { ...request, included: new Map([...request.included, ...more]) },
        });
      }
    }
    waiting = again;
  }
  return contents.flatMap(({ file }) => results.get(file) ?? []);
}
