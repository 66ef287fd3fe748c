import { parentPort } from "node:worker_threads";
import { bundledEmbedder } from "../models/embedder/embedder.ts";
import { pageReader, type ReaderReply, type ReaderRequest } from "./page-reader.ts";

/** The program of the reader thread. */
if (parentPort) serve(parentPort);

function serve(port: NonNullable<typeof parentPort>): void {
  const reader = pageReader(bundledEmbedder());
  const reply = (message: ReaderReply) => port.postMessage(message);
  port.on("message", (request: ReaderRequest) => {
    const work = "parse" in request ? reader.parse(request.parse) : reader.convert(request.convert);
    work.then(
      (result) => reply({ id: request.id, result }),
      (error) => reply({ id: request.id, error: String(error?.message ?? error) }),
    );
  });
}
