import type { ContextItem } from "../../src/contract/assistant.ts";
import type { WidgetEventName, WidgetEvents } from "./widget-events.ts";
import type { WidgetOptions } from "./widget-options.ts";

/** One widget of a page. */
export type DocentWidget = {
  /** Its element in the page, which fires the `docent:…` events. */
  readonly element: HTMLElement;
  /** With `focus: false` the focus stays where it is. */
  open(options?: { context?: ContextItem[]; focus?: boolean }): void;
  close(): void;
  /** Opens it and asks. */
  ask(question: string, options?: { context?: ContextItem[] }): void;
  /** Changes some options; what is left out stays. */
  update(change: Partial<WidgetOptions>): void;
  /** Forgets the conversation. */
  reset(): void;
  /** The reader has agreed, where `consent` is required; `false` takes it back. */
  consent(isGiven?: boolean): void;
  /** Takes everything out of the page. */
  destroy(): void;
  on<Name extends WidgetEventName>(name: Name, listener: Listener<Name>): void;
  off<Name extends WidgetEventName>(name: Name, listener: Listener<Name>): void;
};

export type Listener<Name extends WidgetEventName> = (detail: WidgetEvents[Name]) => void;

/** `window.Docent`: the page's first widget, and the way to others. */
export type DocentApi = Omit<DocentWidget, "element"> & {
  create(options: WidgetOptions): DocentWidget;
  get(name?: string): DocentWidget | undefined;
  /** For calls that may come before the script: `(window.Docent ||= []).push(["open"])`, or a function. */
  push(...calls: QueuedCall[]): void;
};

export type QueuedCall =
  | ((docent: DocentApi) => void)
  | [name: keyof DocentWidget & string, ...values: unknown[]];

declare global {
  interface Window {
    Docent?: DocentApi | QueuedCall[];
  }
}
