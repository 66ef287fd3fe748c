import { z } from "zod";

/** The query parameter, and the key of a filter, that names a branch or commit. */
export const refParameter = "ref";

export const refDescription =
  "A branch or the full id of a commit of the project's git source, in place of the docs that readers see. Only members of the dashboard and assistant keys with branch access may name one.";

/** As OpenAPI lists it among the parameters of a page. */
export const refQuery = { ref: { description: refDescription, schema: z.string().optional() } };
