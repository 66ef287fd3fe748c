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
export function sse(events: AsyncGenerator<SseEvent>, options: SseOptions): Response {
  // One timer that is wound up for each event: a race with a new one each time would cost as much as the event.
  let silence: NodeJS.Timeout | undefined;
  let isAwaited = false;
  const end = () => {
    clearTimeout(silence);
    options.onClose();
  };
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      const fill = () => {
        if (!isAwaited) return;
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(keepAlive);
        silence?.refresh();
      };
      silence = setTimeout(fill, options.keepAliveMs);
    },
    async pull(controller) {
      silence?.refresh();
      isAwaited = true;
      const event = await nextText(events, options);
      isAwaited = false;
      if (event !== undefined) return controller.enqueue(encoder.encode(event));
      if (!options.isBrokenOff?.()) controller.enqueue(done);
      end();
      controller.close();
    },
    async cancel() {
      end();
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

/** Undefined: it has ended. A fault has no place in the log: without an id, a reader that resumes goes on behind the last logged event. */
async function nextText(
  events: AsyncGenerator<SseEvent>,
  { withIds, faultEvent }: SseOptions,
): Promise<string | undefined> {
  try {
    const { done, value } = await events.next();
    return done ? undefined : eventText(value, withIds);
  } catch (error) {
    return eventText({ seq: undefined, event: faultEvent(error) }, withIds);
  }
}

function eventText(value: SseEvent, withIds: boolean): string {
  const data = `data: ${JSON.stringify(value.event)}\n\n`;
  return withIds && value.seq !== undefined ? `id: ${value.seq}\n${data}` : data;
}
