import type { BuildEngine } from "../engine.ts";
import { importPeer } from "./import-peer.ts";

type Index = {
  add(id: number, text: string): void;
  search(text: string, options: { limit: number; suggest: boolean }): number[];
};
type Library = {
  Index: new (options: Record<string, unknown>) => Index;
  Encoder: new (...options: unknown[]) => unknown;
  Charset: { Normalize: unknown };
};

/** `suggest` lets docs through that lack some of the question's words; without it hardly any question finds anything. */
export async function openFlexSearch(): Promise<BuildEngine> {
  const { default: library } = await importPeer<{ default: Library }>("flexsearch");
  const { default: english } = await importPeer<{ default: unknown }>("flexsearch/lang/en");
  const { Index, Encoder, Charset } = library;
  return async (docs) => {
    const index = new Index({
      tokenize: "strict",
      resolution: 60,
      context: { depth: 1, resolution: 9, bidirectional: true },
      encoder: new Encoder(Charset.Normalize, english),
    });
    const ids = docs.map((doc) => doc.id);
    for (const [place, { title, text }] of docs.entries()) index.add(place, `${title}\n${text}`);
    return {
      search: async (text, limit) =>
        index.search(text, { limit, suggest: true }).map((place) => ids[place] ?? ""),
      close: async () => undefined,
    };
  };
}
