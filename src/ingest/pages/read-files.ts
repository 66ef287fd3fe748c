import type { PageText } from "../formats/format.ts";
import type { IncludedText, IncludedTexts } from "../includes/gather-includes.ts";
import type { NamedValues } from "../includes/includes.ts";
import type { SourceContent, SourceFile } from "../sources/source.ts";
import { decodeText } from "./decode-text.ts";
import type { PageReader } from "./page-reader.ts";
import type { FileReply, FileRequest } from "./reader-functions.ts";

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
/** What one file may take in, and what one message to the reader should hold: copying it holds up the main thread. */
const mostIncluded = 4 * 1024 * 1024;
const messageCharacters = 4 * 1024 * 1024;

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
    const replies: (FileReply | undefined)[] = [];
    for (const requests of messagesOf(waiting.map(({ request }) => request)))
      replies.push(...(await deps.reader.read(requests)));
    const again: typeof waiting = [];
    for (const [index, { file, request }] of waiting.entries()) {
      const reply = replies[index];
      if (reply === undefined || round === mostRounds) end(file, { reason: tooCostly });
      else if (!("wanted" in reply)) end(file, reply);
      else {
        const more = await deps.texts(reply.wanted);
        const included = withinLimit([...request.included, ...more]);
        again.push({ file, request: { ...request, included } });
      }
    }
    waiting = again;
  }
  return contents.flatMap(({ file }) => results.get(file) ?? []);
}

/** Files beyond what one may take in count as not there. */
function withinLimit(texts: [string, IncludedText | undefined][]): IncludedTexts {
  let left = mostIncluded;
  const included = new Map<string, IncludedText | undefined>();
  for (const [path, file] of texts) {
    const fits = file !== undefined && file.text.length <= left;
    if (fits) left -= file.text.length;
    included.set(path, fits ? file : undefined);
  }
  return included;
}

/** A text that many files take in counts once for a message. */
function messagesOf(requests: FileRequest[]): FileRequest[][] {
  const messages: FileRequest[][] = [];
  let texts = new Set<IncludedText>();
  let characters = 0;
  for (const request of requests) {
    const own = [...request.included.values()].filter((file) => file !== undefined);
    let added = request.text.length + lengthOf(own.filter((file) => !texts.has(file)));
    if (messages.length === 0 || characters + added > messageCharacters) {
      messages.push([]);
      texts = new Set();
      characters = 0;
      added = request.text.length + lengthOf(own);
    }
    messages.at(-1)?.push(request);
    for (const file of own) texts.add(file);
    characters += added;
  }
  return messages;
}

function lengthOf(files: IncludedText[]): number {
  return files.reduce((sum, { text }) => sum + text.length, 0);
}
