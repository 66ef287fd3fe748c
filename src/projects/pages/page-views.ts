import type { PageFormat } from "../../docs/page/page-format.ts";
import type { RenderedPage } from "../../docs/render/rendered-page.ts";
import { createFairQueue } from "../../lib/fair-queue.ts";
import { createThreadCalls, TooCostly } from "../../lib/thread-calls.ts";
import { createWeightedCache } from "../../lib/weighted-cache.ts";

/** A page and where it is shown. */
export type ShownPage = {
  /** Identity of the content. */
  hash: string;
  content: string;
  format: PageFormat;
  path: string;
  /** The address below which the project's pages are shown. */
  root: string;
  /** The branch or commit that is shown; absent for the docs that readers see. */
  ref?: string;
};

/** Pages as HTML, made on a thread of their own. */
export type PageViews = {
  /** Undefined for a page that is too costly to show so. Networks take turns; one that wants too much at once is refused. */
  render(page: ShownPage, network: string): Promise<RenderedPage | undefined>;
  close(): Promise<void>;
};

type Options = {
  /** The processor's time that a page of so many characters may take. */
  pageMs?(characters: number): number;
};

const usualPageMs = () => 5_000;
const idleMs = 30_000;
const memoryLimits = { maxOldGenerationSizeMb: 512 };
const most = { all: 1_000, network: 100, caller: 100 };
/** Characters of all HTML that is kept; a page that is too costly counts as a short one. */
const kept = 16_000_000;
const keptVerdict = 1_000;

export function createPageViews({ pageMs = usualPageMs }: Options = {}): PageViews {
  const thread = createThreadCalls<ShownPage, RenderedPage>({
    program: new URL("./view-thread.ts", import.meta.url),
    idleMs,
    memoryLimits,
    processorMs: ({ content }) => pageMs(content.length),
  });
  const views = createWeightedCache<{ rendered: RenderedPage | undefined }>(kept);
  // One after another, so that each has the whole time for itself.
  const queue = createFairQueue({ width: 1, widthOfNetwork: 1, most, name: "pages" });
  const show = async (key: string, page: ShownPage): Promise<RenderedPage | undefined> => {
    const known = views.get(key);
    if (known !== undefined) return known.rendered;
    const rendered = await thread.call(page).catch((error) => {
      if (error instanceof TooCostly) return undefined;
      throw error;
    });
    views.set(key, { rendered }, rendered?.html.length ?? keptVerdict);
    return rendered;
  };
  return {
    async render(page, network) {
      const key = JSON.stringify([page.hash, page.format, page.root, page.path, page.ref]);
      const known = views.get(key);
      if (known !== undefined) return known.rendered;
      // Many who wait for the same page share its HTML.
      return queue.run({ network, key: "" }, { work: () => show(key, page) });
    },
    close: () => thread.close(),
  };
}
