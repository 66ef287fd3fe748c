import { serveCalls } from "../../lib/thread-calls.ts";
import { bundledEmbedder } from "../../models/vectors/static/embedder.ts";
import type { ReaderRequest } from "./page-reader.ts";
import { readerFunctions } from "./reader-functions.ts";

/** The program of the reader thread. */
const embedder = bundledEmbedder();
const functions: Record<string, (item: never) => unknown> = readerFunctions(() => embedder);

serveCalls(async ({ name, items }: ReaderRequest) =>
  items.map((item) => functions[name]?.(item as never)),
);
