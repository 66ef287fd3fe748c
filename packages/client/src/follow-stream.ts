import { DocentError } from "./docent-error.ts";
import { pause } from "./pause.ts";
import { readStream } from "./read-stream.ts";
import { backoffMs, type ClientOptions, defaults, isPassing, longestWaitMs } from "./send.ts";

export type Followed<Event> = {
  /** Opens the stream behind an event; "" for its beginning. */
  open(lastEventId: string): Promise<Response>;
  /** Called with each event's id, so that somebody else can go on behind it. */
  onEvent(id: string, event: Event): void;
  signal: AbortSignal | undefined;
  lastEventId: string;
};

/** The events of an answer or a job to their end, through connections that break: what was read once does not come again. */
export async function* followStream<Event extends { type: string }>(
  options: ClientOptions,
  followed: Followed<Event>,
): AsyncGenerator<Event> {
  const { retries = defaults.retries } = options;
  const { signal } = followed;
  let { lastEventId } = followed;
  for (let failures = 0; ; ) {
    try {
      const response = await followed.open(lastEventId);
      for await (const { id, data } of readStream(response, { ...options, signal })) {
        if (id !== "") {
          if (!isBehind(id, lastEventId)) continue;
          failures = 0;
          lastEventId = id;
        }
        const event = taken<Event>(data, (one) => followed.onEvent(lastEventId, one));
        if (event.type === "error") throw failedWith(event);
        yield event;
      }
      return;
    } catch (error) {
      failures += 1;
      const waitMs = failures > retries ? undefined : waitAfterCut(error, failures);
      if (waitMs === undefined) throw error;
      await pause(waitMs, signal);
    }
  }
}

/** undefined: it is not opened again. Whoever asks too often has waited where it was sent. */
function waitAfterCut(error: unknown, failures: number): number | undefined {
  if (!(error instanceof DocentError) || error.code === "rate_limited" || !isPassing(error))
    return undefined;
  const waitMs = error.retryAfterMs ?? backoffMs(failures);
  return waitMs <= longestWaitMs ? waitMs : undefined;
}

/** Ids are whole numbers that grow: only one behind the last is news, whatever a server sends again. */
function isBehind(id: string, lastEventId: string): boolean {
  if (!/^\d+$/.test(id)) throw new DocentError("protocol", "An event's id is no number.");
  return Number(id) > (Number(lastEventId) || 0);
}
/** The server checks every event against the schema that the types are made from; something else may answer in its place. */
function taken<Event extends { type: string }>(data: string, take: (event: Event) => void): Event {
  try {
    const event = JSON.parse(data) as Event;
    if (typeof event.type !== "string") throw new TypeError("It has no type.");
    take(event);
    return event;
  } catch (cause) {
    throw new DocentError("protocol", "An event of the stream was not understood.", { cause });
  }
}

function failedWith(event: { type: string; errorText?: string }): DocentError {
  return new DocentError("failed", event.errorText ?? "It ended with an error.");
}
