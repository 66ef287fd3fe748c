import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Part = LanguageModelV4StreamPart;
type Delta = Extract<Part, { delta: string }>;

type RunsInput = {
  attempt: {
    signal: AbortSignal;
    /** Called for every part that is read. */
    alive(): void;
  };
  reader: Pick<ReadableStreamDefaultReader<Part>, "read">;
  /** Parts that were read already. */
  early?: Part[];
  /** How long text is gathered before it is handed on. */
  gatherMs(): number;
};

const mostParts = 64;
const longestText = 64 * 1024;

/**
 * Reads a reply ahead of whoever takes its parts. Text is handed on piece by piece, or in runs where `gatherMs` says so:
 * what each piece costs from here on would keep a server with hundreds of readers from serving them.
 */
export async function* readRuns(input: RunsInput): AsyncGenerator<Part> {
  const { signal } = input.attempt;
  const waiting = createWaitingParts();
  // Not every model heeds its signal.
  const stop = () => waiting.end({ error: signal.reason });
  signal.addEventListener("abort", stop, { once: true });
  void readAhead(input, waiting);
  try {
    yield* input.early ?? [];
    let ripeAt = performance.now() + input.gatherMs();
    for (;;) {
      const leftMs = waiting.mayGrow() ? ripeAt - performance.now() : 0;
      const part = leftMs > 0 ? undefined : waiting.take();
      if (part) {
        yield part;
        ripeAt = performance.now() + input.gatherMs();
        continue;
      }
      const ending = waiting.ending();
      if (ending && "error" in ending) throw ending.error;
      if (ending) return;
      await waiting.changed(leftMs);
    }
  } finally {
    signal.removeEventListener("abort", stop);
    waiting.end({});
  }
}

async function readAhead({ attempt, reader }: RunsInput, waiting: WaitingParts): Promise<void> {
  try {
    while (!waiting.ending()) {
      const { done, value } = await reader.read();
      if (done) return waiting.end({});
      attempt.alive();
      if (value.type !== "ping") waiting.add(value);
      if (waiting.isFull()) await waiting.room();
    }
  } catch (error) {
    waiting.end({ error });
  }
}

type Ending = { error?: unknown };
type WaitingParts = ReturnType<typeof createWaitingParts>;

/** Parts of a reply between the one who reads them and the one who takes them; pieces of one text become one. */
function createWaitingParts() {
  const parts: Part[] = [];
  let ending: Ending | undefined;
  let change = Promise.withResolvers<void>();
  let taken = Promise.withResolvers<void>();
  const isFull = () => parts.length >= mostParts || isLong(parts.at(-1));
  return {
    add(part: Part): void {
      const last = parts.at(-1);
      const joined = last && joinText(last, part);
      if (joined) parts[parts.length - 1] = joined;
      else parts.push(part);
      if (!joined || isFull()) change.resolve();
    },
    /** Nothing more comes. The first ending counts. */
    end(given: Ending): void {
      ending ??= given;
      change.resolve();
      taken.resolve();
    },
    ending: () => ending,
    take(): Part | undefined {
      taken.resolve();
      return parts.shift();
    },
    /** Only one text waits, and more of it may come. */
    mayGrow: () => parts.length === 1 && parts.every(isText) && !ending && !isFull(),
    isFull,
    /** Resolves when something was taken. */
    room(): Promise<void> {
      taken = Promise.withResolvers();
      return taken.promise;
    },
    /** Resolves when something else waits, nothing more comes, or the time is over; 0 for no time. */
    async changed(timeMs: number): Promise<void> {
      change = Promise.withResolvers();
      const timer = timeMs > 0 ? setTimeout(change.resolve, timeMs) : undefined;
      await change.promise;
      clearTimeout(timer);
    },
  };
}

function isText(part: Part): part is Delta {
  return "delta" in part;
}

function isLong(part: Part | undefined): boolean {
  return part !== undefined && isText(part) && part.delta.length >= longestText;
}

/** What a provider says about a piece belongs to that piece alone. */
function joinText(last: Part, part: Part): Part | undefined {
  if (!isText(last) || !isText(part) || isLong(last)) return undefined;
  if (last.type !== part.type || last.id !== part.id) return undefined;
  if (last.providerMetadata || part.providerMetadata) return undefined;
  return { ...part, delta: last.delta + part.delta };
}
