import { z } from "zod";
import type { EmbeddingApi } from "./embedding-api.ts";

const reply = z.object({
  data: z.array(z.object({ index: z.number().optional(), embedding: z.array(z.unknown()) })),
});

/** The embeddings endpoint that OpenAI defined and most servers of models offer. */
export const openaiCompatible: EmbeddingApi = {
  path: "/embeddings",
  body: ({ model, dimensions }, input) => ({
    model,
    input,
    encoding_format: "float",
    ...(dimensions !== undefined && { dimensions }),
  }),
  rows(json) {
    const read = reply.safeParse(json);
    if (!read.success) return undefined;
    const placed = read.data.data.map(({ index, embedding }, place) => ({
      place: index ?? place,
      embedding,
    }));
    placed.sort((left, right) => left.place - right.place);
    return placed.map(({ embedding }) => embedding);
  },
};
