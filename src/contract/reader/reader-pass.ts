import { z } from "zod";

export const readerPass = z.object({
  pass: z.string().describe("To be sent as `Authorization: Bearer …`."),
  seconds: z.int().describe("How long it is good for."),
  mayAsk: z.boolean().describe("Whether it takes questions too."),
});
export type ReaderPass = z.infer<typeof readerPass>;
