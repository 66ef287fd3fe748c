/** What a text is embedded for: some models want to be told. */
type EmbeddingPurpose = "query" | "passage";

/** An embedder outside the process, reached over the network. */
export type EmbeddingProvider = {
  /** Names the embedder with everything its vectors depend on: vectors of one id can be compared, and are stored under it. */
  readonly id: string;
  /** Whether it knows all languages or English only. */
  readonly languages: EmbeddingLanguages;
  /**
   * One vector of length 1 for each text, in their order and all of the same dimensions. Texts must not be blank.
   * Throws an `EmbeddingError` whose message holds neither the key nor a query, or the signal's reason once it is aborted.
   * It tries again by itself for passages; for a query, where a reader waits, it never does.
   */
  embed(
    texts: string[],
    purpose: EmbeddingPurpose,
    signal?: AbortSignal | undefined,
  ): Promise<Float32Array[]>;
};

type EmbeddingLanguages = "any" | "en";

/** What a provider is made of. Plain data, so that it can be handed to a thread. */
export type EmbeddingSettings = {
  kind: "openai" | "ollama";
  /** Address that the paths of the API begin with, without a slash at the end. */
  url: string;
  model: string;
  key: string | undefined;
  languages: EmbeddingLanguages;
  /** Dimensions to ask for; undefined leaves them to the model. */
  dimensions: number | undefined;
  /** What stands before each text, for models that are trained so. */
  queryPrefix: string;
  passagePrefix: string;
};

/** Waits, or throws the signal's reason as soon as it is aborted. */
export type Pause = (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;

/** `outage`: no text would get a vector now. `texts`: fewer or shorter ones, or others, may. */
type EmbeddingFault = "outage" | "texts";

export class EmbeddingError extends Error {
  readonly fault: EmbeddingFault;
  /** How long the embedder asks to be left alone. */
  readonly retryAfterMs: number | undefined;

  constructor(fault: EmbeddingFault, message: string, retryAfterMs?: number) {
    super(message);
    this.name = "EmbeddingError";
    this.fault = fault;
    this.retryAfterMs = retryAfterMs;
  }
}
