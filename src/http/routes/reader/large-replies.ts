import { setTimeout as pause } from "node:timers/promises";
import { createFairQueue } from "../../../lib/fair-queue.ts";
import { createWeightedCache } from "../../../lib/weighted-cache.ts";

/** Makes the body of a reply from bytes that are kept until it is read. */
type SendSlowly = (bytes: Uint8Array) => ReadableStream<Uint8Array>;

const pieceBytes = 65_536;
/** 16 MB a second for one network: more than a reader notices, and far less than this machine could send to itself. */
const bytesPerMs = 16_384;
/** Who reads this slowly no longer counts; a server keeps no more than a few such replies a minute for a network. */
const longestMs = 60_000;
const keptNetworks = 10_000;

/**
 * Makes replies that are kept in memory until they are read: a few at a time for each network, at a pace, so that whoever asks
 * for many fills no memory, reads them or not, and keeps out nobody else.
 */
export function createLargeReplies() {
  const queue = createFairQueue({
    ...{ width: 64, widthOfNetwork: 6 },
    most: { all: 2_000, network: 200, caller: 200 },
    name: "files",
  });
  const nextAt = createWeightedCache<number>(keptNetworks);
  const waitBefore = (network: string, bytes: number): number => {
    const now = performance.now();
    const at = Math.max(now, nextAt.get(network) ?? 0);
    nextAt.set(network, at + bytes / bytesPerMs, 1);
    return at - now;
  };
  return (network: string, make: (send: SendSlowly) => Promise<Response>): Promise<Response> => {
    const { promise, resolve, reject } = Promise.withResolvers<Response>();
    let sent = Promise.resolve();
    const work = async () => {
      const response = await make((bytes) => {
        const sending = inPieces(bytes, (size) => waitBefore(network, size));
        sent = sending.sent;
        return sending.body;
      });
      resolve(response);
      await sent;
    };
    queue.run({ network, key: "" }, { work }).catch(reject);
    return promise;
  };
}

/** `sent` resolves when the last of the bytes was taken, or nobody wants them any more. */
function inPieces(bytes: Uint8Array, waitMsFor: (size: number) => number) {
  const { promise: sent, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, longestMs).unref();
  const end = () => {
    clearTimeout(timer);
    resolve();
  };
  let at = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const piece = bytes.subarray(at, at + pieceBytes);
      at += piece.length;
      const waitMs = waitMsFor(piece.length);
      if (waitMs > 1) await pause(waitMs);
      controller.enqueue(piece);
      if (at < bytes.length) return;
      controller.close();
      end();
    },
    cancel: end,
  });
  return { body, sent };
}
