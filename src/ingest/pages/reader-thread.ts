import { serveCalls } from "../../lib/thread-calls.ts";
import { bundledEmbedder } from "../../models/vectors/static/embedder.ts";
import { pageReader, type ReaderRequest } from "./page-reader.ts";

/** The program of the reader thread. */
const reader = pageReader(bundledEmbedder());

serveCalls(async (request: ReaderRequest) =>
  "parse" in request ? reader.parse(request.parse) : reader.convert(request.convert),
);
