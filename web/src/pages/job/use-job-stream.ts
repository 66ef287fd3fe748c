import { useEffect, useRef, useState } from "react";
import { type JobEvent, jobEvent } from "../../../../src/contract/jobs.ts";
import { readEventStream, type StreamEvent } from "../../../shared/read-event-stream.ts";
import { api } from "../../api.ts";
import { ApiError } from "../../api-request.ts";
import { backOffMs, pause } from "../../live/pause.ts";
import { takeStreamSlot } from "../../live/stream-slot.ts";
import { useVisible } from "../../live/use-visible.ts";
import { messageOf } from "../../message-of.ts";
import { useLatest } from "../../use-latest.ts";
import { applyJobEvents, emptyJobView, type JobView } from "./job-view.ts";
import { acceptMessage, announceMessage } from "./sent-message.ts";

export type Connection =
  | { state: "live" | "retrying" | "ended" }
  | { state: "failed"; message: string };

export type Message = {
  /** The same for every attempt to send these words. */
  key: string;
  text: string;
};

export type Followed = {
  view: JobView;
  connection: Connection;
  /** Sends the job a message and follows what it does with it. */
  send: (message: Message) => Promise<void>;
  /** Follows a job that has ended and goes on. */
  followOn: () => void;
};

/**
 * Follows a job from its first event to its last; a lost connection is taken up where it broke, and one that nobody
 * looks at is given back. One component follows one session: give it a key.
 */
export function useJobStream(domain: string, sessionId: string): Followed {
  const [view, setView] = useState(emptyJobView);
  const [connection, setConnection] = useState<Connection>({ state: "live" });
  const [rounds, setRounds] = useState(0);
  const isVisible = useVisible();
  const place = useRef({ lastEventId: "" });
  // biome-ignore lint/correctness/useExhaustiveDependencies: behind a message or a retry, an ended stream has more to tell
  useEffect(() => {
    if (!isVisible) return;
    const leave = new AbortController();
    setConnection({ state: "live" });
    void follow({
      domain,
      sessionId,
      place: place.current,
      signal: leave.signal,
      onEvents: (events) => setView((before) => applyJobEvents(before, events)),
      onConnection: setConnection,
    });
    return () => leave.abort();
  }, [domain, sessionId, rounds, isVisible]);
  const followOn = useLatest(() => setRounds((before) => before + 1));
  const send = useLatest(async (message: Message) => {
    setView((before) => announceMessage(before, message));
    await api.sendMessage(domain, sessionId, message);
    setView((before) => acceptMessage(before, message.key));
    followOn();
  });
  return { view, connection, send, followOn };
}

/** "left": the reading was broken off here, not there. */
type Reading = Connection | { state: "left" };

type Following = {
  domain: string;
  sessionId: string;
  /** Where the reading goes on; kept up to date. */
  place: { lastEventId: string };
  signal: AbortSignal;
  onEvents: (events: JobEvent[]) => void;
  onConnection: (connection: Connection) => void;
};

async function follow(following: Following): Promise<void> {
  const { place, signal, onConnection } = following;
  for (let failures = 0; !signal.aborted; failures += 1) {
    const before = place.lastEventId;
    const release = await takeStreamSlot();
    const reading = await (release ? readOnce(following) : readShortly(following));
    release?.();
    if (signal.aborted) return;
    if (reading.state === "left") {
      failures = 0;
      await pause(betweenMs, signal);
      continue;
    }
    onConnection(reading);
    if (reading.state !== "retrying") return;
    if (place.lastEventId !== before) failures = 0;
    await pause(backOffMs(failures), signal);
  }
}

const shortlyMs = 1_000;
const betweenMs = 2_000;

/** For one of many tabs: takes what there is and leaves the connection to others. */
async function readShortly(following: Following): Promise<Reading> {
  const leave = new AbortController();
  const stop = () => leave.abort();
  const timer = setTimeout(stop, shortlyMs);
  following.signal.addEventListener("abort", stop);
  const reading = await readOnce({ ...following, signal: leave.signal });
  clearTimeout(timer);
  following.signal.removeEventListener("abort", stop);
  return leave.signal.aborted ? { state: "left" } : reading;
}

async function readOnce(following: Following): Promise<Reading> {
  const { domain, sessionId, place, signal, onEvents, onConnection } = following;
  try {
    const { lastEventId } = place;
    const stream = await api.openJobStream(domain, sessionId, { lastEventId, signal });
    onConnection({ state: "live" });
    for await (const batch of readEventStream(stream)) {
      if (signal.aborted) return { state: "left" };
      place.lastEventId = batch.at(-1)?.id ?? place.lastEventId;
      onEvents(batch.flatMap(readJobEvent));
      if (batch.some(({ data }) => data === "[DONE]")) return { state: "ended" };
    }
    return { state: "retrying" };
  } catch (error) {
    const isRefused =
      error instanceof ApiError &&
      error.status >= 400 &&
      error.status < 500 &&
      error.status !== 429;
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
