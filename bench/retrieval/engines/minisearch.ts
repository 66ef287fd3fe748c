import { termOf } from "../../../src/text/terms.ts";
import type { Doc } from "../data-set.ts";
import type { BuildEngine } from "../engine.ts";
import { importPeer } from "./import-peer.ts";

type Options = {
  fields: string[];
  processTerm(term: string): string | null;
  searchOptions: { boost: Record<string, number> };
};
type Index = { addAll(docs: Doc[]): void; search(text: string): { id: string }[] };
type Module = { default: new (options: Options) => Index };

/** BM25 with its own defaults, and with the stemmer and the stop words of Docent, because it has none. */
export async function openMiniSearch(): Promise<BuildEngine> {
  const { default: MiniSearch } = await importPeer<Module>("minisearch");
  return async (docs) => {
    const index = new MiniSearch({
      fields: ["title", "text"],
      processTerm: (term) => termOf(term.toLowerCase(), "en") ?? null,
      searchOptions: { boost: { title: 2 } },
    });
    index.addAll(docs);
    return {
      search: async (text, limit) =>
        index
          .search(text)
          .slice(0, limit)
          .map(({ id }) => id),
      close: async () => undefined,
    };
  };
}
