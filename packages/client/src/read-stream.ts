import { DocentError } from "./docent-error.ts";
import { type Arrived, createEventReader } from "./event-reader.ts";
import { defaults } from "./send.ts";

type Reading = { silenceMs?: number | undefined; signal: AbortSignal | undefined };

/**
 * The events of a stream, until its last line. One that ends before it, or is silent for too long, is thrown as
 * `network` or `timeout`, so that whoever reads can resume.
 */
export async function* readStream(
  response: Response,
  { silenceMs = defaults.silenceMs, signal }: Reading,
): AsyncGenerator<Arrived> {
  const reader = response.body?.getReader();
  if (!reader) throw new DocentError("protocol", "The server sent no stream.");
  const decoder = new TextDecoder();
  const eventsIn = createEventReader();
  try {
    for (;;) {
      const piece = await within(reader.read(), silenceMs, signal);
      if (piece.done) throw new DocentError("network", "The stream broke off.");
      for (const arrived of eventsIn(decoder.decode(piece.value, { stream: true }))) {
        signal?.throwIfAborted();
        if (arrived.data === "[DONE]") return;
        yield arrived;
      }
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof DocentError) throw error;
    throw new DocentError("network", "The stream broke off.", { cause: error });
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function within<T>(
  made: Promise<T>,
  milliseconds: number,
  signal: AbortSignal | undefined,
): Promise<T> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    const abort = () => reject(signal?.reason);
    const silent = new DocentError("timeout", `The stream was silent for ${milliseconds} ms.`);
    const timer = setTimeout(() => reject(silent), milliseconds);
    signal?.addEventListener("abort", abort, { once: true });
    made.then(resolve, reject).finally(() => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    });
  });
}
