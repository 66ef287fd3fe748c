import { bundledEmbedder } from "../../src/models/vectors/static/embedder.ts";
import { answerParent } from "../report/run-child.ts";
import { type Choice, readDataSets } from "./data-set.ts";

export type EmbedderMeasure = { loadMs: number; coldPerSecond: number; warmPerSecond: number };

answerParent(measureEmbedder);

/** Passages a second on one thread: the first time over the docs, and again when their words are known. */
async function measureEmbedder({ data }: { data: Choice }): Promise<EmbedderMeasure> {
  const docs = readDataSets(data).flatMap((set) => set.docs);
  const started = performance.now();
  const embedder = bundledEmbedder();
  const loadMs = performance.now() - started;
  const pass = () => {
    const begun = performance.now();
    for (const { title, text } of docs) embedder.embedPassage(title, text);
    return docs.length / ((performance.now() - begun) / 1000);
  };
  return { loadMs, coldPerSecond: pass(), warmPerSecond: pass() };
}
