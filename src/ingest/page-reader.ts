import { Worker } from "node:worker_threads";
import type { Embedder } from "../models/embedder/embedder.ts";
import type { Blob } from "../store/blobs.ts";
import type { FileText } from "./formats/format.ts";
import { convertFile } from "./read-file.ts";
import { parseBlob, type ReadPage } from "./read-page.ts";

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

export type ReaderRequest = { id: number } & ({ convert: FileText } | { parse: ReadPage[] });
export type ReaderReply = { id: number } & ({ result: unknown } | { error: string });

type Waiting = { resolve(result: unknown): void; reject(error: Error): void };

const idleMs = 30_000;

/** On a thread of its own, so that answers stream on while pages are read. It ends when nothing was read for a while. */
export function threadedReader(): PageReader {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL("./reader-thread.ts", import.meta.url));
    started.on("message", (reply: ReaderReply) => {
      const one = waiting.get(reply.id);
      waiting.delete(reply.id);
      if (waiting.size === 0) rest(started);
      if ("result" in reply) one?.resolve(reply.result);
      else one?.reject(new Error(`a page could not be read: ${reply.error}`));
    });
    const end = (error: Error) => {
      if (thread === started) thread = undefined;
      for (const { reject } of waiting.values()) reject(error);
      waiting.clear();
    };
    started.on("error", end);
    started.on("exit", () => end(new Error("the reader thread has ended")));
    return started;
  }

  function rest(started: Worker): void {
    started.unref();
    clearTimeout(idle);
    idle = setTimeout(() => {
      if (waiting.size === 0) void started.terminate();
    }, idleMs);
    idle.unref();
  }

  function ask<Result>(work: { convert: FileText } | { parse: ReadPage[] }): Promise<Result> {
    thread ??= start();
    thread.ref();
    lastId += 1;
    const request: ReaderRequest = { id: lastId, ...work };
    const answer = new Promise<Result>((resolve, reject) =>
      waiting.set(request.id, { resolve: (result) => resolve(result as Result), reject }),
    );
    thread.postMessage(request);
    return answer;
  }

  return { convert: (convert) => ask({ convert }), parse: (parse) => ask({ parse }) };
}
