import { useEffect } from "react";
import type { JobDetail } from "../../../../src/contract/job-list.ts";
import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { isWaiting } from "../jobs/is-waiting.ts";
import { sessionOf, withSession } from "./job-session.ts";
import { goingOn } from "./sent-message.ts";
import { type Followed, type Message, useJobStream } from "./use-job-stream.ts";

type Job = Followed & {
  session: AgentSession | undefined;
  /** What only its record knows: what it was asked, how long it took, what it cost. */
  detail: JobDetail | undefined;
  error: unknown;
  reload: () => Promise<void>;
  replace: (session: AgentSession) => void;
  /** Pushes and proposes the job's work again. */
  retry: () => Promise<void>;
};

/** A job as its stream and its record tell it, one of them often earlier than the other. */
export function useJob(domain: string, sessionId: string): Job {
  const {
    data: detail,
    error,
    reload,
    ...loaded
  } = useResource(`job ${sessionId}`, () => api.job(domain, sessionId), { live: ["jobs"] });
  const stream = useJobStream(domain, sessionId);
  const { step } = stream.view;
  const isEnded = stream.connection.state === "ended";
  // A step's time and cost are known when the next begins.
  useEffect(() => {
    if (isEnded || step > 0) void reload();
  }, [isEnded, step, reload]);
  const replace = (session: AgentSession) => {
    if (detail) loaded.replace(withSession(detail, session));
  };
  const send = async (message: Message) => {
    await stream.send(message);
    if (detail) replace(goingOn(sessionOf(detail, domain)));
  };
  const retry = async () => {
    replace(await api.retryJob(domain, sessionId));
    stream.followOn();
  };
  const session = newest(detail && sessionOf(detail, domain), stream.view.session);
  return { ...stream, session, detail, send, retry, error, reload, replace };
}

/** Whichever heard of a stop first; and the stream does not tell when a job begins to wait for something else. */
function newest(loaded: AgentSession | undefined, streamed: AgentSession | undefined) {
  if (!loaded || !streamed) return streamed ?? loaded;
  const isLoadedNewer = loaded.haulted || (isWaiting(loaded) && isWaiting(streamed));
  return isLoadedNewer ? loaded : streamed;
}
