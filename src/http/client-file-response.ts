import { acceptedEncoding } from "./accepted-encoding.ts";
import type { ClientFile } from "./client-files.ts";

const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "font-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** For an address that names the content. */
export const forEver = "public, max-age=31536000, immutable";

type Options = {
  cache: string;
  /** Pages of other sites load it as well. */
  isForAll?: boolean;
};

/** A file that was built for browsers. */
export function clientFileResponse(
  request: Request,
  file: ClientFile,
  { cache, isForAll = false }: Options,
): Response {
  const gzipped = acceptedEncoding(request, ["gzip"]) ? file.gzipped : undefined;
  return new Response(gzipped ?? file.bytes, {
    headers: {
      "content-type": file.type,
      "cache-control": cache,
      "content-security-policy": policy,
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": isForAll ? "cross-origin" : "same-origin",
      ...(isForAll && { "access-control-allow-origin": "*" }),
      vary: "accept-encoding",
      ...(gzipped && { "content-encoding": "gzip" }),
    },
  });
}
