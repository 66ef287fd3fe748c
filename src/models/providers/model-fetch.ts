import type { Transformer } from "node:stream/web";
import { ModelFault } from "../calls/model-fault.ts";

// Far more than a reply of the longest allowed length takes, in all and in one event.
const mostBytes = 64 * 1_048_576;
const mostEventBytes = 4 * 1_048_576;
const mostErrorBytes = 65_536;
const newline = 10;
const carriageReturn = 13;

type Limiter = Transformer<Uint8Array, Uint8Array>;

/** Follows no redirect, so that a key stays with the server it is for, and reads no endless reply, event or error. */
export async function modelFetch(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: "error" });
  if (!response.body) return response;
  const { status, statusText, headers, ok } = response;
  const limit = new TransformStream(ok ? limitReply() : cutError());
  return new Response(response.body.pipeThrough(limit), { status, statusText, headers });
}

/** Whoever reads a stream of events holds one until the empty line behind it. */
function limitReply(): Limiter {
  let bytes = 0;
  let eventBytes = 0;
  let lineBytes = 0;
  let lastByte = 0;
  return {
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) throw tooLarge(mostBytes);
      let from = 0;
      for (let end = chunk.indexOf(newline); end !== -1; end = chunk.indexOf(newline, from)) {
        lineBytes += end - from;
        const before = chunk[end - 1] ?? lastByte;
        const isEmpty = lineBytes === 0 || (lineBytes === 1 && before === carriageReturn);
        eventBytes = isEmpty ? 0 : eventBytes + lineBytes + 1;
        lineBytes = 0;
        from = end + 1;
      }
      lineBytes += chunk.byteLength - from;
      lastByte = chunk.at(-1) ?? lastByte;
      if (eventBytes + lineBytes > mostEventBytes) throw tooLarge(mostEventBytes);
      controller.enqueue(chunk);
    },
  };
}

/** What a server says to its error is worth its beginning: the status alone decides what happens next. */
function cutError(): Limiter {
  let left = mostErrorBytes;
  return {
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, left));
      left -= chunk.byteLength;
      if (left <= 0) controller.terminate();
    },
  };
}

function tooLarge(limit: number): ModelFault {
  const message = `The model's server sent more than ${limit} bytes at once, or in all.`;
  return new ModelFault("too_long", message, { beforeFirstToken: false });
}
