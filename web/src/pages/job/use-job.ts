import { useEffect } from "react";
import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { usePolling } from "../../use-polling.ts";
import { isWaiting } from "../jobs/is-waiting.ts";
import { goingOn } from "./sent-message.ts";
import { type Followed, type Message, useJobStream } from "./use-job-stream.ts";

const pollMs = 5_000;

type Job = Followed & {
  session: AgentSession | undefined;
  error: unknown;
  reload: () => Promise<void>;
  replace: (session: AgentSession) => void;
  /** Pushes and proposes the job's work again. */
  retry: () => Promise<void>;
};

/** A job as its stream and its record tell it, one of them often earlier than the other. */
export function useJob(domain: string, sessionId: string): Job {
  const loaded = useResource(`job ${sessionId}`, () => api.job(domain, sessionId));
  const stream = useJobStream(domain, sessionId);
  const { error, reload, replace } = loaded;
  const isEnded = stream.connection.state === "ended";
  useEffect(() => {
    if (isEnded) void reload();
  }, [isEnded, reload]);
  const session = newest(loaded.data, stream.view.session);
  usePolling(session !== undefined && isWaiting(session), pollMs, () => void reload());
  const send = async (message: Message) => {
    await stream.send(message);
    if (loaded.data) replace(goingOn(loaded.data));
  };
  const retry = async () => {
    replace(await api.retryJob(domain, sessionId));
    stream.followOn();
  };
  return { ...stream, session, send, retry, error, reload, replace };
}

/** Whichever heard of a stop first; and the stream does not tell when a job begins to wait for something else. */
function newest(loaded: AgentSession | undefined, streamed: AgentSession | undefined) {
  if (!loaded || !streamed) return streamed ?? loaded;
  const isLoadedNewer = loaded.haulted || (isWaiting(loaded) && isWaiting(streamed));
  return isLoadedNewer ? loaded : streamed;
}
