import type { EmbeddingSettings } from "./embedding-provider.ts";

/** How one kind of server is asked for vectors. */
export type EmbeddingApi = {
  /** Below the address in the settings. */
  path: string;
  /** What is posted for some texts. */
  body(settings: EmbeddingSettings, texts: string[]): unknown;
  /** The vectors of a reply in the order of the texts, not looked at any further; undefined when it is no such reply. */
  rows(reply: unknown): unknown[][] | undefined;
};
