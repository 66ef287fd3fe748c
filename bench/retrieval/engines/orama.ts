import type { BuildEngine } from "../engine.ts";
import { importPeer } from "./import-peer.ts";

type Settings = {
  schema: Record<string, "string">;
  components: {
    tokenizer: { language: string; stemming: boolean; stemmer: unknown; stopWords: string[] };
  };
};
type Query = {
  term: string;
  properties: string[];
  boost: Record<string, number>;
  limit: number;
};
type Module = {
  create(settings: Settings): unknown;
  insertMultiple(index: unknown, docs: Record<string, string>[], batch: number): Promise<unknown>;
  search(index: unknown, query: Query): Promise<{ hits: { document: { key: string } }[] }>;
};

export async function openOrama(): Promise<BuildEngine> {
  const { create, insertMultiple, search } = await importPeer<Module>("@orama/orama");
  const { stemmer } = await importPeer<{ stemmer: unknown }>("@orama/stemmers/english");
  const { stopwords } = await importPeer<{ stopwords: string[] }>("@orama/stopwords/english");
  return async (docs) => {
    const index = create({
      schema: { title: "string", text: "string" },
      components: {
        tokenizer: { language: "english", stemming: true, stemmer, stopWords: stopwords },
      },
    });
    // Not under `id`: Orama takes that for its own.
    const rows = docs.map(({ id, title, text }) => ({ key: id, title, text }));
    await insertMultiple(index, rows, 500);
    return {
      async search(term, limit) {
        const query = { term, properties: ["title", "text"], boost: { title: 2 }, limit };
        const { hits } = await search(index, query);
        return hits.map((hit) => hit.document.key);
      },
      close: async () => undefined,
    };
  };
}
