import { availableParallelism } from "node:os";
import type { SiteFileFacts, SiteFileText } from "../../docs/site/read-site-files.ts";
import { once } from "../../lib/once.ts";
import { createThreadCalls, TooCostly } from "../../lib/thread-calls.ts";
import { createThreadLanes, type ThreadLanes } from "../../lib/threads/thread-lanes.ts";
import type { Embedder } from "../../models/vectors/static/embedder.ts";
import type { Blob } from "../../store/docs/blobs.ts";
import type { ReadPage } from "./page-identity.ts";
import type { ReadEach } from "./read-each.ts";
import type {
  FileReply,
  FileRequest,
  SiteFacts,
  SitePlace,
  SiteTexts,
  UnplacedPages,
} from "./reader-functions.ts";
import { rememberSites } from "./remember-sites.ts";

/** Reads what others wrote. */
export type PageReader = {
  /** What files say that may be settings of the site. */
  examine: ReadEach<SiteFileText, SiteFileFacts>;
  /** What a site's settings say of all its pages. */
  open: ReadEach<SiteTexts, SiteFacts>;
  /** Where pages are on their site, and which edition they are of. */
  place: ReadEach<UnplacedPages, SitePlace[]>;
  /** The pages of files as Markdown. */
  read: ReadEach<FileRequest, FileReply>;
  /** Pages with their passages, as they are stored. */
  parse: ReadEach<ReadPage, Blob>;
  /** Something is about to be read: what takes time to start is started. */
  wake?(): void;
};

/** On the thread it is called on, however long it takes. */
export function pageReader(embedder: Embedder): PageReader {
  // A server reads on threads alone, and needs nothing of this here.
  const load = once(async () => {
    const { readerFunctions } = await import("./reader-functions.ts");
    return readerFunctions(() => embedder);
  });
  return {
    examine: async (items) => items.map((await load()).examine),
    open: async (items) => items.map((await load()).open),
    place: async (items) => items.map((await load()).place),
    read: async (items) => items.map((await load()).read),
    parse: async (items) => items.map((await load()).parse),
  };
}

/** One of the functions by its name, with items for it. */
export type ReaderRequest = { name: keyof PageReader; items: unknown[]; allowedMs: number };

export type ThreadedOptions = {
  /** The processor's time that may go into texts of so many characters. */
  allowedMs?(characters: number): number;
  /** At most so many; as many as there are cores, up to a few, unless given. */
  threads?: number;
};

const idleMs = 30_000;
const memoryLimits = { maxOldGenerationSizeMb: 1_024, maxYoungGenerationSizeMb: 48 };
/** Far more than any page takes that somebody wrote, also where the processor is slow. */
const usualMs = (characters: number) => 10_000 + characters * 0.03;
const hurriedShare = 0.1;

/** What every call for a site needs, a thread keeps: such calls all go to one. */
const siteCalls = new Set<keyof PageReader>(["open", "place"]);
const mostThreads = 4;

/**
 * On threads of their own, so that answers stream on while pages are read; as many as there are cores where much waits.
 * One that takes too much for a text is ended, and another goes on with the rest. They end as well when nothing was read for a while.
 */
export function threadedReader({
  allowedMs = usualMs,
  threads,
}: ThreadedOptions = {}): PageReader & {
  close(): Promise<void>;
} {
  // Each call has the whole time of a thread for itself; between the calls for one project are those for others.
  const { call, close } = createThreadLanes<ReaderRequest, unknown[]>({
    most: threads ?? Math.min(availableParallelism(), mostThreads),
    isForFirst: ({ name }) => siteCalls.has(name),
    open: () =>
      createThreadCalls<ReaderRequest, unknown[]>({
        program: new URL("./reader-thread.ts", import.meta.url),
        idleMs,
        memoryLimits,
        processorMs: (request) => request.allowedMs,
      }),
  });
  const ask =
    <Item, Result>(name: keyof PageReader): ReadEach<Item, Result> =>
    (items, { isHurried = () => false } = {}) => {
      const within = (some: unknown[]) =>
        allowedMs(lengthOf(some)) * (isHurried() ? hurriedShare : 1);
      // The thread's program has the functions that the reader's type names.
      return askEach(call, { name, items, within }) as Promise<Result[]>;
    };
  return {
    examine: ask("examine"),
    open: rememberSites(ask("open")),
    place: ask("place"),
    read: ask("read"),
    parse: ask("parse"),
    wake: () =>
      void call({ name: "examine", items: [], allowedMs: allowedMs(0) }).catch(() => undefined),
    close,
  };
}

type Call = ThreadLanes<ReaderRequest, unknown[]>["call"];
type Asked = { name: keyof PageReader; items: unknown[]; within(items: unknown[]): number };

/** Where items are too costly together each is tried alone. */
async function askEach(call: Call, { name, items, within }: Asked): Promise<unknown[]> {
  if (items.length === 0) return [];
  try {
    return await call({ name, items, allowedMs: within(items) });
  } catch (error) {
    if (!(error instanceof TooCostly)) throw error;
    if (items.length === 1) return [undefined];
  }
  const results: unknown[] = [];
  for (const item of items) results.push(...(await askEach(call, { name, items: [item], within })));
  return results;
}

/** How many characters of text there are in some values, wherever they stand in them. */
function lengthOf(values: unknown[]): number {
  let length = 0;
  const waiting: unknown[] = [...values];
  for (
    let value = waiting.pop();
    waiting.length > 0 || value !== undefined;
    value = waiting.pop()
  ) {
    if (typeof value === "string") length += value.length;
    else if (value instanceof Map) length += lengthOfMap(value);
    else if (typeof value === "object" && value !== null)
      for (const inner of Object.values(value)) waiting.push(inner);
  }
  return length;
}

const mapLengths = new WeakMap<object, number>();

/** Counted once: all files of a sync have the values of their site in common. */
function lengthOfMap(map: ReadonlyMap<unknown, unknown>): number {
  const length = mapLengths.get(map) ?? lengthOf([...map].flat());
  mapLengths.set(map, length);
  return length;
}
