import type { LanguageModelV4StreamPart } from "@ai-sdk/provider";

type Part = LanguageModelV4StreamPart;
type Delta = Extract<Part, { delta: string }>;
type Ending = { error?: unknown };

/** Parts of a reply between the one who reads them and the one who takes them; pieces of one text become one. */
export type WaitingParts = {
  add(part: Part): void;
  /** Nothing more comes. The first ending counts. */
  end(ending: Ending): void;
  ending(): Ending | undefined;
  take(): Part | undefined;
  /** Only one text waits, and more of it may come. */
  mayGrow(): boolean;
  isFull(): boolean;
  /** Resolves when something was taken. */
  room(): Promise<void>;
  /** Resolves when something else waits, nothing more comes, or the time is over; 0 for no time. */
  changed(timeMs: number): Promise<void>;
};

const mostParts = 64;
const longestText = 64 * 1024;

export function createWaitingParts(): WaitingParts {
  const parts: Part[] = [];
  let ending: Ending | undefined;
  let change = Promise.withResolvers<void>();
  let taken = Promise.withResolvers<void>();
  const isFull = () => parts.length >= mostParts || isLong(parts.at(-1));
  return {
    add(part) {
      const last = parts.at(-1);
      const joined = last && joinText(last, part);
      if (joined) parts[parts.length - 1] = joined;
      else parts.push(part);
      if (!joined || isFull()) change.resolve();
    },
    end(given) {
      ending ??= given;
      change.resolve();
      taken.resolve();
    },
    ending: () => ending,
    take() {
      taken.resolve();
      return parts.shift();
    },
    mayGrow: () => parts.length === 1 && parts.every(isText) && !ending && !isFull(),
    isFull,
    room() {
      taken = Promise.withResolvers();
      return taken.promise;
    },
    async changed(timeMs) {
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
