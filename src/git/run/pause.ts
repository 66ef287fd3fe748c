import { setTimeout as sleep } from "node:timers/promises";

/** Waits a while. An abort ends the wait with its reason. */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
  await sleep(ms, undefined, signal && { signal }).catch((error) => {
    throw signal?.aborted ? signal.reason : error;
  });
}
