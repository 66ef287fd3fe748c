export type StreamEvent = { id: string; data: string };

/** Longest event kept in memory; a longer one is a fault of the sender. */
const maxEventCharacters = 8_000_000;

/** Server-sent events in the batches they arrive in, so that a reader can draw once for many. */
export async function* readEventStream(
  stream: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamEvent[]> {
  const reader = stream.pipeThrough(decodeText()).getReader();
  const parser = createParser();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      const events = parser(value);
      if (events.length > 0) yield events;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** The DOM's types keep a decoder's input apart from a byte stream's output; they are the same bytes. */
function decodeText(): ReadableWritablePair<string, Uint8Array> {
  const decoder = new TextDecoder();
  return new TransformStream<Uint8Array, string>({
    transform: (bytes, controller) => controller.enqueue(decoder.decode(bytes, { stream: true })),
  });
}

function createParser(): (text: string) => StreamEvent[] {
  let pieces: string[] = [];
  let kept = 0;
  let id = "";
  let data: string[] = [];
  const readLine = (line: string, events: StreamEvent[]) => {
    if (line === "") {
      if (data.length > 0) events.push({ id, data: data.join("\n") });
      data = [];
      return;
    }
    if (line.startsWith("data:")) data.push(fieldOf(line, 5));
    if (line.startsWith("id:")) id = fieldOf(line, 3);
  };
  return (text) => {
    const events: StreamEvent[] = [];
    const lines = text.split("\n");
    const last = lines.pop() ?? "";
    for (const line of lines) {
      readLine(withoutReturn(pieces.join("") + line), events);
      pieces = [];
      kept = 0;
    }
    kept += last.length;
    if (kept > maxEventCharacters) throw new Error("An event of the stream is too long.");
    pieces.push(last);
    return events;
  };
}

function fieldOf(line: string, from: number): string {
  return line.slice(line[from] === " " ? from + 1 : from);
}

function withoutReturn(line: string): string {
  return line.endsWith("\r") ? line.slice(0, -1) : line;
}
