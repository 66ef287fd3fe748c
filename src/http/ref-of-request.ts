import { refParameter } from "../contract/refs.ts";
import type { RouteRequest } from "./route.ts";

/** The branch or commit that a request names in its address, to open docs with. */
export function refWanted({ url, request }: Pick<RouteRequest<unknown>, "url" | "request">) {
  return { ref: url.searchParams.get(refParameter) ?? undefined, signal: request.signal };
}

/** What is not merged stays in no cache. */
export function keptByNobody({ ref }: { ref?: string | undefined }): Record<string, string> {
  return ref === undefined ? {} : { "cache-control": "no-store" };
}
