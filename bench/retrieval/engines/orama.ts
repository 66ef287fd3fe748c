import { inBatches } from "../batches.ts";
import type { Doc } from "../data-set.ts";
import type { EngineKind } from "../engine.ts";
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
  removeMultiple(index: unknown, ids: string[]): Promise<unknown>;
  search(index: unknown, query: Query): Promise<{ hits: { id: string }[] }>;
};

const batchSize = 500;

export async function openOrama(): Promise<EngineKind> {
  const orama = await importPeer<Module>("@orama/orama");
  const { stemmer } = await importPeer<{ stemmer: unknown }>("@orama/stemmers/english");
  const { stopwords } = await importPeer<{ stopwords: string[] }>("@orama/stopwords/english");
  return {
    async build(docs) {
      const index = orama.create({
        schema: { title: "string", text: "string" },
        components: {
          tokenizer: { language: "english", stemming: true, stemmer, stopWords: stopwords },
        },
      });
      const insert = (some: Doc[]) => orama.insertMultiple(index, some.map(rowOf), batchSize);
      for (const some of inBatches(docs, batchSize)) await insert(some);
      return {
        async search(term, limit) {
          const query = { term, properties: ["title", "text"], boost: { title: 2 }, limit };
          const { hits } = await orama.search(index, query);
          return hits.map(({ id }) => id);
        },
        async replace(some) {
          const ids = some.map(({ id }) => id);
          await orama.removeMultiple(index, ids);
          await insert(some);
        },
        close: async () => undefined,
      };
    },
  };
}

function rowOf({ id, title, text }: Doc) {
  return { id, title, text };
}
