import type { ContextItem } from "../../src/contract/assistant.ts";
import type { Emit } from "./widget-events.ts";
import type { WidgetOptions } from "./widget-options.ts";

/** What the panel has to be told. The loader and the pages of the reader call `mountPanel` with it. */
export type PanelOptions = Omit<
  WidgetOptions,
  "key" | "server" | "name" | "trigger" | "launcher"
> & {
  /** Address of Docent, without a slash at its end. */
  server: string;
  /** The whole header: `Bearer …`. It is asked for before each request, so that it may change or be fetched first. */
  authorization(): string | Promise<string>;
  /** The element to live in; without it the panel adds one to the page, or fills `target`. */
  host?: HTMLElement;
  /** Told of everything that happens; without it the panel fires DOM events alone. */
  emit?: Emit;
  /** What has the focus when the panel closes; without it whatever had it before. */
  returnFocus?(): HTMLElement | null;
};

/** Changes of some options; those that say where it lives stay. */
export type PanelChange = Partial<Omit<PanelOptions, "host" | "emit" | "server" | "target">>;

export type OpenOptions = {
  /** What the reader has selected. */
  context?: ContextItem[];
  /** False: the focus stays where it is. */
  focus?: boolean;
};

export type MountedPanel = {
  readonly isOpen: boolean;
  /** Fails where its words cannot be loaded; the panel is then out of the page again. */
  readonly ready: Promise<void>;
  open(options?: OpenOptions): void;
  close(): void;
  /** Opens, and asks at once. */
  ask(question: string, options?: OpenOptions): void;
  update(change: PanelChange): void;
  /** Forgets the conversation, here and in other tabs. */
  reset(): void;
  /** The reader agrees that questions are sent and the conversation is kept; `false` takes it back. */
  consent(isGiven: boolean): void;
  destroy(): void;
};
