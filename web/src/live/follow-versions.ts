import { liveEvent, type Versions } from "../../../src/contract/live.ts";
import { readEventStream, type StreamEvent } from "../../shared/read-event-stream.ts";
import { ApiError } from "../api-request.ts";
import { backOffMs, pause } from "./pause.ts";
import type { Release } from "./stream-slot.ts";

export type Following = {
  openStream(signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;
  /** What there is now, without a stream. */
  read(signal: AbortSignal): Promise<Versions>;
  takeSlot(): Promise<Release | undefined>;
  onVersions(versions: Versions): void;
  /** The server knows nobody who may hear this. */
  onRefused(error: ApiError): void;
  signal: AbortSignal;
  /** How long to wait between two questions without a stream. */
  askMs?: number;
};

const usualAskMs = 3_000;

/** Hears of every change until the signal: also after the connection broke, or the server was started again. */
export async function followVersions(following: Following): Promise<void> {
  const { signal, askMs = usualAskMs } = following;
  for (let failures = 0; !signal.aborted; ) {
    try {
      const isStream = await hearOnce(following, () => {
        failures = 0;
      });
      await pause(isStream ? backOffMs(0) : askMs, signal);
    } catch (error) {
      if (signal.aborted) return;
      if (isRefused(error)) return following.onRefused(error);
      await pause(backOffMs(failures), signal);
      failures += 1;
    }
  }
}

async function hearOnce(following: Following, onHeard: () => void): Promise<boolean> {
  const { signal, takeSlot, onVersions } = following;
  const release = await takeSlot();
  if (release === undefined) {
    onVersions(await following.read(signal));
    onHeard();
    return false;
  }
  try {
    if (signal.aborted) return true;
    for await (const batch of readEventStream(await following.openStream(signal))) {
      if (signal.aborted) return true;
      for (const versions of batch.flatMap(readVersions)) onVersions(versions);
      onHeard();
    }
    return true;
  } finally {
    release();
  }
}

function isRefused(error: unknown): error is ApiError {
  return error instanceof ApiError && [401, 403, 404].includes(error.status);
}

function readVersions({ data }: StreamEvent): Versions[] {
  if (data === "[DONE]") return [];
  const parsed = liveEvent.safeParse(JSON.parse(data));
  return parsed.success && parsed.data.type === "versions" ? [parsed.data.versions] : [];
}
