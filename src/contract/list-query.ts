import { z } from "zod";

export const mostListed = 100;

/** What every list that is handed out in parts takes; the reply's `nextCursor` is "" at its end. */
export const listQuery = z.object({
  q: z
    .string()
    .max(200)
    .refine((text) => !text.includes("\0"), "Must not contain a NUL character.")
    .transform((text) => text.toWellFormed().trim())
    .optional(),
  limit: listLimit(mostListed),
  cursor: z.string().max(200).optional(),
});
export type ListQuery = z.infer<typeof listQuery>;

export function listLimit(most: number) {
  return z
    .string()
    .refine(
      (text) => /^[1-9]\d{0,3}$/.test(text) && Number(text) <= most,
      `A whole number from 1 to ${most}.`,
    )
    .transform(Number)
    .optional();
}
