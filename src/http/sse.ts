export type SseEvent = { seq: number | undefined; event: unknown };

export type SseOptions = {
  headers: Record<string, string>;
  keepAliveMs: number;
  /** Adds `id:` lines, for clients that resume with Last-Event-ID. */
  withIds: boolean;
  /** The last event of a stream whose source failed: the headers have left, so this is all the reader gets. */
  faultEvent(error: unknown): unknown;
  /** The reader has gone, or the stream has ended. */
  onClose(): void;
  /** It was broken off here before its end: without the last line, a reader opens it again. */
  isBrokenOff?(): boolean;
};

const encoder = new TextEncoder();
const keepAlive = encoder.encode(": keep-alive\n\n");
const done = encoder.encode("data: [DONE]\n\n");

/** Events as the SDK reads them. Pulled by the reader, so a slow one holds back nothing but itself. */
export function sse(source: AsyncGenerator<SseEvent>, options: SseOptions): Response {
  const events = withFaultEvent(source, options.faultEvent);
  let next: Promise<IteratorResult<SseEvent>> | undefined;
  const stream = new ReadableStream<Uint8Array>({
    async pull(controller) {
      next ??= events.next();
      const result = await withinTime(next, options.keepAliveMs);
      if (result === undefined) return controller.enqueue(keepAlive);
      next = undefined;
      if (!result.done)
        return controller.enqueue(encoder.encode(eventText(result.value, options.withIds)));
      if (!options.isBrokenOff?.()) controller.enqueue(done);
      controller.close();
      options.onClose();
    },
    async cancel() {
      options.onClose();
      await events.return(undefined);
    },
  });
  return new Response(stream, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
      "x-vercel-ai-ui-message-stream": "v1",
      "x-accel-buffering": "no",
      ...options.headers,
    },
  });
}

/** Some public clients split the body on `data: ` and choke on any other line: ids go only to those who ask for events by name. */
export function wantsIds(request: Request): boolean {
  return wantsEvents(request) || request.headers.has("last-event-id");
}

export function wantsEvents(request: Request): boolean {
  return (request.headers.get("accept") ?? "").toLowerCase().includes("text/event-stream");
}

/** How far a reader that resumes says it has read. */
export function lastEventId(request: Request): number | undefined {
  const header = request.headers.get("last-event-id") ?? "";
  return /^\d{1,9}$/.test(header) ? Number(header) : undefined;
}

/** The fault has no place in the log: without an id, a reader that resumes goes on behind the last logged event. */
async function* withFaultEvent(
  source: AsyncGenerator<SseEvent>,
  faultEvent: (error: unknown) => unknown,
): AsyncGenerator<SseEvent> {
  try {
    yield* source;
  } catch (error) {
    yield { seq: undefined, event: faultEvent(error) };
  }
}

function eventText(value: SseEvent, withIds: boolean): string {
  const data = `data: ${JSON.stringify(value.event)}\n\n`;
  return withIds && value.seq !== undefined ? `id: ${value.seq}\n${data}` : data;
}

async function withinTime<Value>(
  promise: Promise<Value>,
  timeoutMs: number,
): Promise<Value | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
