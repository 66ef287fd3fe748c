import { createFairQueue } from "../../lib/fair-queue.ts";
import { createThreadCalls, type ThreadCalls, TooCostly } from "../../lib/thread-calls.ts";
import { createWeightedCache } from "../../lib/weighted-cache.ts";
import type { ShownPage, ViewedPage, ViewReply, ViewRequest } from "./view-request.ts";

/** Pages as HTML, made on a thread of their own. */
export type PageViews = {
  /** Undefined for a page that is too costly to show so. Networks take turns; one that wants too much at once is refused. */
  render(page: ShownPage, network: string): Promise<ViewedPage | undefined>;
  close(): Promise<void>;
};

type Options = {
  /** The processor's time that a page of so many characters may take. */
  pageMs?(characters: number): number;
};

const usualPageMs = (characters: number) => 5_000 + characters / 200;
/** Thousands of pages may have to be placed on their site. */
const treeMs = 30_000;
const idleMs = 30_000;
const memoryLimits = { maxOldGenerationSizeMb: 512 };
const most = { all: 1_000, network: 100, caller: 100 };
/** Characters of all HTML that is kept; a page that is too costly counts as a short one. */
const kept = 16_000_000;
const keptVerdict = 1_000;

export function createPageViews({ pageMs = usualPageMs }: Options = {}): PageViews {
  const thread = createThreadCalls<ViewRequest, ViewReply>({
    program: new URL("./view-thread.ts", import.meta.url),
    idleMs,
    memoryLimits,
    processorMs: (request) =>
      request.kind === "page" ? pageMs(request.page.content.length) : treeMs,
  });
  const views = createWeightedCache<{ rendered: ViewedPage | undefined }>(kept);
  // One after another, so that each has the whole time for itself.
  const queue = createFairQueue({ width: 1, widthOfNetwork: 1, most, name: "pages" });
  const show = async (key: string, page: ShownPage): Promise<ViewedPage | undefined> => {
    const known = views.get(key);
    if (known !== undefined) return known.rendered;
    const rendered = await unlessCostly(renderOn(thread, page));
    views.set(key, { rendered }, rendered?.html.length ?? keptVerdict);
    return rendered;
  };
  return {
    async render(page, network) {
      const { hash, format, root, path, ref, siteUrl, docs } = page;
      const key = JSON.stringify([hash, format, root, path, ref, siteUrl, docs?.id]);
      const known = views.get(key);
      if (known !== undefined) return known.rendered;
      // Many who wait for the same page share its HTML.
      const steps = { prepare: async () => undefined, work: () => show(key, page) };
      return queue.run({ network, key: "" }, steps);
    },
    close: () => thread.close(),
  };
}

type Thread = ThreadCalls<ViewRequest, ViewReply>;

/** The thread has the docs of the pages that were asked for last, and says when it has to be told of others. */
async function renderOn(thread: Thread, { docs, ...page }: ShownPage): Promise<ViewedPage> {
  const request = (docsId: string | undefined): ViewRequest => ({ kind: "page", page, docsId });
  const first = await thread.call(request(docs?.id));
  if ("html" in first) return first;
  const parts = await docs?.parts();
  const isTold =
    parts !== undefined && (await unlessCostly(thread.call({ kind: "docs", parts }))) !== undefined;
  const second = await thread.call(request(isTold ? docs?.id : undefined));
  if ("html" in second) return second;
  throw new Error("the thread of pages forgot what it was told");
}

async function unlessCostly<Result>(call: Promise<Result>): Promise<Result | undefined> {
  return call.catch((error) => {
    if (error instanceof TooCostly) return undefined;
    throw error;
  });
}
