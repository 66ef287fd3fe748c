import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { acceptedEncoding, type Encoding } from "./accepted-encoding.ts";

/** Below this, the headers weigh more than what is saved. */
const fewestBytes = 1_024;
/** What is larger goes out as it is: its compressing would hold a thread for long. */
const mostBytes = 16 * 1_024 * 1_024;
/** Compressing shares four threads with reading files: beyond this many at once, replies go out as they are. */
const mostAtOnce = 4;

const compressors: Record<Encoding, (bytes: Uint8Array) => Promise<Buffer>> = {
  br: (bytes) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes) => promisify(gzip)(bytes, { level: 6 }),
};

export type CompressJson = (request: Request, response: Response) => Promise<Response>;

/**
 * Compresses JSON that was asked for with GET. What is created is shown in replies to POST: a secret there beside words
 * that somebody else chose could be guessed by the length of the reply.
 */
export function createJsonCompressor(): CompressJson {
  let running = 0;
  return async (request, response) => {
    if (!isCompressible(request, response)) return response;
    response.headers.append("vary", "accept-encoding");
    const encoding = acceptedEncoding(request, ["br", "gzip"]);
    if (encoding === undefined) return response;
    const bytes = new Uint8Array(await response.arrayBuffer());
    const isWorthIt = bytes.length >= fewestBytes && bytes.length <= mostBytes;
    if (!isWorthIt || running >= mostAtOnce) return new Response(bytes, response);
    running += 1;
    try {
      const small = new Uint8Array(await compressors[encoding](bytes));
      response.headers.set("content-encoding", encoding);
      response.headers.delete("content-length");
      return new Response(small, response);
    } finally {
      running -= 1;
    }
  };
}

function isCompressible({ method }: Request, { headers, body }: Response): boolean {
  const type = (headers.get("content-type") ?? "").split(";", 1)[0];
  const isStream = headers.get("cache-control")?.includes("no-transform");
  const isPlain = !headers.has("content-encoding") && !headers.has("etag") && !isStream;
  return method === "GET" && type === "application/json" && body !== null && isPlain;
}
