import { ModelFault } from "../calls/model-fault.ts";

// Far more than a reply of the longest allowed length takes.
const mostBytes = 64 * 1_048_576;

/** Follows no redirect, so that a key stays with the server it is for, and reads no endless reply. */
export async function modelFetch(...[url, init]: Parameters<typeof fetch>): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: "error" });
  if (!response.body) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(limit()), { status, statusText, headers });
}

function limit(): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > mostBytes) throw tooLarge();
      controller.enqueue(chunk);
    },
  });
}

function tooLarge(): ModelFault {
  const message = `The model's server sent more than ${mostBytes} bytes.`;
  return new ModelFault("too_long", message, { beforeFirstToken: false });
}
