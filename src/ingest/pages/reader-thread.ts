import { once } from "../../lib/once.ts";
import { serveCalls } from "../../lib/thread-calls.ts";
import { bundledEmbedder } from "../../models/vectors/static/embedder.ts";
import type { ReaderRequest } from "./page-reader.ts";
import { readerFunctions } from "./reader-functions.ts";

/** The program of the reader thread. A sync without changed pages needs no embedder. */
const functions: Record<string, (item: never) => unknown> = readerFunctions(once(bundledEmbedder));

serveCalls(async ({ name, items }: ReaderRequest) =>
  items.map((item) => functions[name]?.(item as never)),
);
