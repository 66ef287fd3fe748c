import type { JobEvent, JobRequest, SessionList } from "./api-types.ts";
import { followStream } from "./follow-stream.ts";
import { newId } from "./new-id.ts";
import { operations } from "./operations.ts";
import { type ClientOptions, send, sendForJson } from "./send.ts";

export type Session = SessionList["allSessions"][number];

type Signal = { signal?: AbortSignal };
export type StartOptions = Signal & {
  /** The same within 24 hours is the same job: for a program that may start anew. Made up unless given. */
  idempotencyKey?: string;
};

/** A job while it works. It goes on when nobody reads it. */
export type Job = AsyncIterable<JobEvent> & {
  readonly sessionId: string;
  readonly branch: string;
  /** What `follow` takes to go on from here. */
  readonly lastEventId: string;
  /** Reads what is left, and gives the session as it ended. */
  result(): Promise<Session>;
};

export type Jobs = {
  /** Every job of the project, newest first. */
  list(page?: Signal & { skip?: number; take?: number }): Promise<Session[]>;
  /** Starts a job, with an instruction or a whole request. */
  start(task: string | JobRequest, options?: StartOptions): Promise<Job>;
  read(sessionId: string, options?: Signal): Promise<Session>;
  /** Reads the events of a job, from its start or behind an event. */
  follow(sessionId: string, options?: Signal & { lastEventId?: string }): Promise<Job>;
  /** Sends a job another message. */
  send(sessionId: string, text: string, options?: StartOptions): Promise<Job>;
  cancel(sessionId: string, options?: Signal): Promise<Session>;
};

export function createJobs(options: ClientOptions): Jobs {
  const one = (operation: "readJob" | "cancelJob", sessionId: string, { signal }: Signal) =>
    sendForJson<Session>(options, operations[operation], { at: { sessionId }, signal });
  return {
    async list({ skip, take, signal } = {}) {
      const query = {
        ...(skip !== undefined && { skip: String(skip) }),
        ...(take !== undefined && { take: String(take) }),
      };
      const call = { query, signal };
      return (await sendForJson<SessionList>(options, operations.listJobs, call)).allSessions;
    },
    async start(task, { idempotencyKey = newId(), signal } = {}) {
      const body: JobRequest =
        typeof task === "string" ? { messages: [{ role: "user", content: task }] } : task;
      const headers = { "idempotency-key": idempotencyKey };
      const call = { body, headers, signal, isStream: true };
      return jobOf(options, await send(options, operations.startJob, call), { signal });
    },
    read: (sessionId, signal = {}) => one("readJob", sessionId, signal),
    async follow(sessionId, { lastEventId = "", signal } = {}) {
      const response = await openAt(options, { sessionId, lastEventId, signal });
      return jobOf(options, response, { lastEventId, signal });
    },
    async send(sessionId, text, { idempotencyKey = newId(), signal } = {}) {
      const body = { messages: [{ role: "user", content: text }] };
      const headers = { "idempotency-key": idempotencyKey };
      const call = { at: { sessionId }, body, headers, signal, isStream: true };
      return jobOf(options, await send(options, operations.sendToJob, call), { signal });
    },
    cancel: (sessionId, signal = {}) => one("cancelJob", sessionId, signal),
  };
}

type Place = { sessionId: string; lastEventId: string; signal: AbortSignal | undefined };

function openAt(
  options: ClientOptions,
  { sessionId, lastEventId, signal }: Place,
): Promise<Response> {
  const headers = { "last-event-id": lastEventId || "0" };
  const call = { at: { sessionId }, headers, signal, isStream: true };
  return send(options, operations.followJob, call);
}

type Begun = { lastEventId?: string; signal: AbortSignal | undefined };

/** A job of which one stream is open already: only a further one is asked for. */
function jobOf(options: ClientOptions, first: Response, { signal, ...begun }: Begun): Job {
  const sessionId = first.headers.get("x-session-id") ?? "";
  let { lastEventId = "" } = begun;
  let unread: Response | undefined = first;
  const events = followStream<JobEvent>(options, {
    ...{ signal, lastEventId },
    async open(last) {
      const opened = unread ?? (await openAt(options, { sessionId, lastEventId: last, signal }));
      unread = undefined;
      return opened;
    },
    onEvent: (id) => {
      lastEventId = id;
    },
  });
  return {
    sessionId,
    branch: decoded(first.headers.get("x-branch-name") ?? ""),
    get lastEventId() {
      return lastEventId;
    },
    [Symbol.asyncIterator]: () => events,
    async result() {
      for await (const _ of events);
      return sendForJson(options, operations.readJob, { at: { sessionId }, signal });
    },
  };
}

/** Letters beyond ASCII are written as in an address; a percent sign of the name's own is none. */
function decoded(header: string): string {
  try {
    return decodeURIComponent(header);
  } catch {
    return header;
  }
}
