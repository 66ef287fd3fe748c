import { createThreadCalls } from "../../lib/thread-calls.ts";
import type { Embedder } from "../../models/vectors/static/embedder.ts";
import type { Blob } from "../../store/docs/blobs.ts";
import type { FileText } from "../formats/format.ts";
import { parseBlob, type ReadPage } from "./parse-blob.ts";
import { convertFile } from "./read-file.ts";

export type Converted = ReturnType<typeof convertFile>;

/** Does the work on pages that takes time. */
export type PageReader = {
  convert(file: FileText): Promise<Converted>;
  parse(pages: ReadPage[]): Promise<Blob[]>;
};

/** On the thread it is called on. */
export function pageReader(embedder: Embedder): PageReader {
  return {
    convert: async (file) => convertFile(file),
    parse: async (pages) => pages.map((page) => parseBlob(embedder, page)),
  };
}

/** One of the reader's functions, by name. */
export type ReaderRequest = { convert: FileText } | { parse: ReadPage[] };

const idleMs = 30_000;

/** On a thread of its own, so that answers stream on while pages are read. It ends when nothing was read for a while. */
export function threadedReader(): PageReader {
  const program = new URL("./reader-thread.ts", import.meta.url);
  const thread = createThreadCalls<ReaderRequest, Converted | Blob[]>({ program, idleMs });
  return {
    convert: async (convert) => (await thread.call({ convert })) as Converted,
    parse: async (parse) => (await thread.call({ parse })) as Blob[],
  };
}
