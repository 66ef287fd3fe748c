import { z } from "zod";

export const errorCodes = [
  "invalid_request",
  "unauthenticated",
  "forbidden",
  "not_found",
  "method_not_allowed",
  "conflict",
  "too_large",
  "unsupported_media_type",
  "rate_limited",
  "unavailable",
  "internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

export const errorDetail = z.object({ path: z.string(), message: z.string() });
export type ErrorDetail = z.infer<typeof errorDetail>;

export const errorBody = z.object({
  error: z.string().describe("One sentence for a person."),
  code: z.enum(errorCodes),
  requestId: z.string(),
  details: z.array(errorDetail),
});
export type ErrorBody = z.infer<typeof errorBody>;
