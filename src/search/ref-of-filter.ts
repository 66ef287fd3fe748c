import { AppError } from "../lib/app-error.ts";
import type { FilterValue } from "./hit.ts";

type Filter = Record<string, FilterValue>;

/** The branch or commit that a filter names, and what is left of it to search with. */
export function refOfFilter({ ref, ...filter }: Filter): {
  ref: FilterValue | undefined;
  filter: Filter;
} {
  return { ref, filter };
}

/** After its caller was permitted to name one. */
export function requireRefText(ref: unknown): string {
  if (typeof ref === "string") return ref;
  const message = "Name one branch or commit, as text.";
  throw new AppError("invalid_request", `The ref is not usable. ${message}`, {
    details: [{ path: "filter.ref", message }],
  });
}
