import { termOf } from "../../../src/text/terms.ts";
import type { Doc } from "../data-set.ts";
import type { EngineKind } from "../engine.ts";
import { importPeer } from "./import-peer.ts";

type Options = {
  fields: string[];
  processTerm(term: string): string | null;
  searchOptions: { boost: Record<string, number> };
};
type Index = {
  add(doc: Doc): void;
  replace(doc: Doc): void;
  search(text: string): { id: string }[];
};
type Module = { default: new (options: Options) => Index };

/** BM25 with its own defaults, and with the stemmer and the stop words of Docent, because it has none. */
export async function openMiniSearch(): Promise<EngineKind> {
  const { default: MiniSearch } = await importPeer<Module>("minisearch");
  return {
    async build(docs) {
      const index = new MiniSearch({
        fields: ["title", "text"],
        processTerm: (term) => termOf(term.toLowerCase(), "en") ?? null,
        searchOptions: { boost: { title: 2 } },
      });
      for (const doc of docs) index.add(doc);
      return {
        search: async (text, limit) =>
          index
            .search(text)
            .slice(0, limit)
            .map(({ id }) => id),
        async replace(some) {
          for (const doc of some) index.replace(doc);
        },
        close: async () => undefined,
      };
    },
  };
}
