/** `outage`: no text would get a vector now. `texts`: fewer or shorter ones, or others, may. */
export type EmbeddingFault = "outage" | "texts";

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
