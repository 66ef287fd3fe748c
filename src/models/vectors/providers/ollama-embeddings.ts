import { z } from "zod";
import type { EmbeddingApi } from "./embedding-api.ts";

const reply = z.object({ embeddings: z.array(z.array(z.unknown())) });

/** Ollama's own endpoint. It cuts texts that are longer than the model reads. */
export const ollama: EmbeddingApi = {
  path: "/api/embed",
  body: ({ model, dimensions }, input) => ({
    model,
    input,
    truncate: true,
    ...(dimensions !== undefined && { dimensions }),
  }),
  rows: (json) => reply.safeParse(json).data?.embeddings,
};
