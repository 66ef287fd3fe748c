import { useEffect, useState } from "react";
import { type JobEvent, jobEvent } from "../../../../src/contract/jobs.ts";
import { api } from "../../api.ts";
import { ApiError } from "../../api-request.ts";
import { messageOf } from "../../message-of.ts";
import { readEventStream, type StreamEvent } from "../../read-event-stream.ts";
import { applyJobEvents, emptyJobView, type JobView } from "./job-view.ts";

export type Connection =
  | { state: "live" | "retrying" | "ended" }
  | { state: "failed"; message: string };

type Followed = { view: JobView; connection: Connection };

/** Follows a job from its first event to its last; a lost connection is taken up where it broke. */
export function useJobStream(domain: string, sessionId: string): Followed {
  const [view, setView] = useState(emptyJobView);
  const [connection, setConnection] = useState<Connection>({ state: "live" });
  useEffect(() => {
    const leave = new AbortController();
    setView(emptyJobView);
    setConnection({ state: "live" });
    void follow({
      domain,
      sessionId,
      signal: leave.signal,
      onEvents: (events) => setView((before) => applyJobEvents(before, events)),
      onConnection: setConnection,
    });
    return () => leave.abort();
  }, [domain, sessionId]);
  return { view, connection };
}

type Following = {
  domain: string;
  sessionId: string;
  signal: AbortSignal;
  onEvents: (events: JobEvent[]) => void;
  onConnection: (connection: Connection) => void;
};

async function follow(following: Following): Promise<void> {
  const { signal, onConnection } = following;
  const place = { lastEventId: "" };
  for (let failures = 0; !signal.aborted; failures += 1) {
    const before = place.lastEventId;
    const connection = await readOnce(following, place);
    if (signal.aborted) return;
    onConnection(connection);
    if (connection.state !== "retrying") return;
    if (place.lastEventId !== before) failures = 0;
    await pause(Math.min(1_000 * 2 ** failures, 15_000), signal);
  }
}

async function readOnce(
  { domain, sessionId, signal, onEvents, onConnection }: Following,
  place: { lastEventId: string },
): Promise<Connection> {
  try {
    const { lastEventId } = place;
    const stream = await api.openJobStream(domain, sessionId, { lastEventId, signal });
    onConnection({ state: "live" });
    for await (const batch of readEventStream(stream)) {
      if (signal.aborted) return { state: "ended" };
      place.lastEventId = batch.at(-1)?.id ?? place.lastEventId;
      onEvents(batch.flatMap(readJobEvent));
      if (batch.some(({ data }) => data === "[DONE]")) return { state: "ended" };
    }
    return { state: "retrying" };
  } catch (error) {
    const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500;
    return isRefused ? { state: "failed", message: messageOf(error) } : { state: "retrying" };
  }
}

/** A newer server may send events that this page does not know: they are passed over. */
function readJobEvent({ data }: StreamEvent): JobEvent[] {
  if (data === "[DONE]") return [];
  try {
    const parsed = jobEvent.safeParse(JSON.parse(data));
    return parsed.success ? [parsed.data] : [];
  } catch {
    return [];
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
