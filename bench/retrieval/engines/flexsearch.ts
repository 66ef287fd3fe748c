import type { EngineKind } from "../engine.ts";
import { importPeer } from "./import-peer.ts";

type Index = {
  add(id: string, text: string): void;
  update(id: string, text: string): void;
  search(text: string, options: { limit: number; suggest: boolean }): string[];
};
type Library = {
  Index: new (options: Record<string, unknown>) => Index;
  Encoder: new (...options: unknown[]) => unknown;
  Charset: { Normalize: unknown };
};

/** `suggest` lets docs through that lack some of the question's words; without it hardly any question finds anything. */
export async function openFlexSearch(): Promise<EngineKind> {
  const { default: library } = await importPeer<{ default: Library }>("flexsearch");
  const { default: english } = await importPeer<{ default: unknown }>("flexsearch/lang/en");
  const { Index, Encoder, Charset } = library;
  return {
    async build(docs) {
      const index = new Index({
        tokenize: "strict",
        resolution: 60,
        fastupdate: true,
        context: { depth: 1, resolution: 9, bidirectional: true },
        encoder: new Encoder(Charset.Normalize, english),
      });
      for (const { id, title, text } of docs) index.add(id, `${title}\n${text}`);
      return {
        search: async (text, limit) => index.search(text, { limit, suggest: true }),
        async replace(some) {
          for (const { id, title, text } of some) index.update(id, `${title}\n${text}`);
        },
        close: async () => undefined,
      };
    },
  };
}
