import { availableParallelism } from "node:os";
import type { Pace } from "../../../lib/pace.ts";
import { createThreadCalls, type ThreadCalls } from "../../../lib/thread-calls.ts";
import { formatOf } from "../../page/page-format.ts";
import { maxPageLength } from "../../tree/docs-files.ts";
import type { ReadTree } from "../../tree/open-tree.ts";
import { anchorRules } from "../anchor-rules.ts";
import type { FactRequest, PageFacts } from "./page-facts.ts";
import { uncheckedFacts } from "./unchecked-facts.ts";

/** Facts of pages, each text read once. Many pages are read on several threads. */
export type FactsReader = {
  /** In the order of the paths; what cannot be read as text is left out. Never throws for what a page holds. */
  read(docs: ReadTree, paths: string[]): AsyncGenerator<{ path: string; facts: PageFacts }>;
  close(): Promise<void>;
};

/** What is known of pages already, by `factsKey`; what is used is set anew. */
export type FactsStore = Pick<Map<string, PageFacts>, "has" | "get"> & {
  set(key: string, facts: PageFacts): void;
};

export type FactsOptions = {
  pace: Pace;
  known?: FactsStore | undefined;
  /** The processor's time that a page may take. */
  pageMs?: number;
  threads?: number;
};

const usualPageMs = 5_000;
/** After so many pages that took too long, the others have less time. */
const patience = 3;
const hurriedShare = 0.1;
const batchSize = 50;
const fewPages = 300;
const mostThreads = 4;
const memoryLimits = { maxOldGenerationSizeMb: 512 };
/** Links and headings that are kept for the next time a text is asked for. */
const mostKept = 1_000_000;

export const tooLong = "this page is over 1 MB";
export const tooMuch = "reading this page takes too long; split it, or simplify what stands in {…}";

export function createFactsReader(options: FactsOptions): FactsReader {
  const { pace, pageMs = usualPageMs } = options;
  const known: FactsStore = options.known ?? new Map<string, PageFacts>();
  const most = options.threads ?? Math.min(mostThreads, availableParallelism());
  const threads: Thread[] = [];
  let kept = 0;
  let late = 0;
  const limits: Limits = {
    processorMs: () => (late < patience ? pageMs : pageMs * hurriedShare),
    onLate: () => {
      late += 1;
    },
  };

  const keep = (key: string, facts: PageFacts) => {
    kept += facts.links.length + facts.anchors.headings.length + facts.anchors.ids.length + 1;
    if (kept <= mostKept) known.set(key, facts);
  };

  /** The thread with the least to do; another one is started only where all are busy. */
  const pick = (): Thread => {
    const idle = threads.toSorted((one, other) => one.waiting - other.waiting)[0];
    if (idle !== undefined && (idle.waiting === 0 || threads.length >= most)) return idle;
    const started = startThread(limits);
    threads.push(started);
    return started;
  };

  async function* readBatch(docs: ReadTree, paths: string[], onThread: boolean) {
    const keys = new Map(paths.map((path) => [path, factsKey(docs, path)]));
    const missing = paths.filter((path) => !known.has(keys.get(path) ?? ""));
    const read = await readMissing({ docs, missing, pace, ask: onThread ? pick().ask : undefined });
    for (const path of paths) {
      const key = keys.get(path) ?? "";
      const facts = read.get(path) ?? known.get(key);
      if (facts === undefined) continue;
      if (facts.notChecked === "") keep(key, facts);
      yield { path, facts };
    }
  }

  return {
    async *read(docs, paths) {
      // Some pages of plain Markdown are read sooner than a thread is started.
      const onThread = paths.length > fewPages || paths.some((path) => formatOf(path) === "mdx");
      const ahead: Promise<{ path: string; facts: PageFacts }[]>[] = [];
      for (let start = 0; start < paths.length || ahead.length > 0; start += batchSize) {
        const batch = paths.slice(start, start + batchSize);
        if (batch.length > 0) {
          const facts = Array.fromAsync(readBatch(docs, batch, onThread));
          // Whoever waits for it is told; nobody may be left.
          facts.catch(() => undefined);
          ahead.push(facts);
        }
        if (ahead.length > most || batch.length === 0) yield* (await ahead.shift()) ?? [];
        await pace();
      }
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/** The same for pages whose facts are the same. */
export function factsKey(docs: ReadTree, path: string): string {
  const { comments, headingIds } = docs.site.mdx;
  const addsHeadings = anchorRules(docs, path).addsHeadings?.source ?? "";
  const rules = [formatOf(path), comments, headingIds, addsHeadings];
  return `${docs.hashes.get(path) ?? path} ${rules.join(" ")}`;
}

type Ask = (requests: FactRequest[]) => Promise<PageFacts[]>;

type Missing = { docs: ReadTree; missing: string[]; pace: Pace; ask: Ask | undefined };

async function readMissing({ docs, missing, pace, ask }: Missing): Promise<Map<string, PageFacts>> {
  const read = new Map<string, PageFacts>();
  const requests: FactRequest[] = [];
  for await (const { path, content: text } of docs.files.readEach(missing)) {
    const { addsHeadings } = anchorRules(docs, path);
    const request = { path, text, rules: { dialect: docs.site.mdx, addsHeadings } };
    if (text.length > maxPageLength) read.set(path, uncheckedFacts(tooLong));
    else if (ask === undefined) read.set(path, await factsHere(request));
    else requests.push(request);
    await pace();
  }
  const answers = ask === undefined || requests.length === 0 ? [] : await ask(requests);
  for (const [index, { path }] of requests.entries()) {
    const facts = answers[index];
    if (facts !== undefined) read.set(path, facts);
  }
  return read;
}

/** What checks pages is large, and mostly works on threads. */
async function factsHere(request: FactRequest): Promise<PageFacts> {
  const { pageFacts } = await import("./page-facts.ts");
  return pageFacts(request);
}

type Thread = { ask: Ask; waiting: number; close(): Promise<void> };
type Limits = { processorMs(): number; onLate(): void };

function startThread({ processorMs, onLate }: Limits): Thread {
  const program = new URL("./facts-thread.ts", import.meta.url);
  const calls = createThreadCalls<FactRequest[], PageFacts[]>({
    program,
    processorMs,
    memoryLimits,
  });
  let last: Promise<unknown> = Promise.resolve();
  const thread: Thread = {
    waiting: 0,
    // One after another, so that each has the whole time for itself.
    ask(requests) {
      thread.waiting += 1;
      const answer = last
        .then(() => askAll(calls, requests, onLate))
        .finally(() => {
          thread.waiting -= 1;
        });
      last = answer;
      return answer;
    },
    close: () => calls.close(),
  };
  return thread;
}

/** Where pages take too long together each is tried alone. */
async function askAll(
  calls: ThreadCalls<FactRequest[], PageFacts[]>,
  requests: FactRequest[],
  onLate: () => void,
): Promise<PageFacts[]> {
  try {
    return await calls.call(requests);
  } catch {
    if (requests.length === 1) {
      onLate();
      return [uncheckedFacts(tooMuch)];
    }
  }
  const facts: PageFacts[] = [];
  for (const request of requests) facts.push(...(await askAll(calls, [request], onLate)));
  return facts;
}
