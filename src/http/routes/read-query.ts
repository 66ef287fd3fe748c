import type { z } from "zod";
import { AppError } from "../../lib/app-error.ts";

/** The query of an address, parsed by its schema. A parameter given without a value counts as left out; of two, the first counts. */
export function readQuery<Schema extends z.ZodObject>(url: URL, schema: Schema): z.output<Schema> {
  const given = Object.keys(schema.shape).flatMap((name) => {
    const value = url.searchParams.get(name);
    return value === null || value === "" ? [] : [[name, value]];
  });
  const parsed = schema.safeParse(Object.fromEntries(given));
  if (parsed.success) return parsed.data;
  const details = parsed.error.issues.map((issue) => ({
    path: issue.path.join("."),
    message: issue.message,
  }));
  const names = [...new Set(details.map((detail) => detail.path))].join(", ");
  throw new AppError("invalid_request", `The query parameters are not valid: see ${names}.`, {
    details,
  });
}
