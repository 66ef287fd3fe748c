import { createElement, useEffect, useRef } from "react";
import type { Listener, DocentWidget as Widget } from "../../../web/widget/widget-api.ts";
import type { WidgetEventName } from "../../../web/widget/widget-events.ts";
import type { WidgetOptions } from "../../../web/widget/widget-options.ts";
import { callDocent, loadDocent } from "./load-docent.ts";

export type { DocentCalls } from "./use-docent.ts";
export { useDocent } from "./use-docent.ts";

type EventProps = {
  [Name in WidgetEventName as `on${Capitalize<Name>}`]?: Listener<Name>;
};

export type DocentWidgetProps = Omit<WidgetOptions, "key" | "server"> &
  EventProps & {
    /** Address of the Docent server. */
    server: string;
    /** An assistant key, which begins with svc_dsc_ and is safe in a page. React keeps the name `key` for itself. */
    assistantKey: string;
    /** The nonce of the page's Content-Security-Policy. */
    nonce?: string;
  };

/** The chat. It renders nothing but, inline and without a target, the element that it fills. */
export function DocentWidget(props: DocentWidgetProps) {
  const { server, nonce, domain, name, mode, target } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  const made = useRef<Widget>(undefined);
  const shown = useRef<WidgetOptions>(undefined);

  useEffect(() => {
    latest.current = props;
  });

  // What is named here says which widget it is; another of them is another widget.
  // biome-ignore lint/correctness/useExhaustiveDependencies: every other option is read when the widget is made, and brought up to date below.
  useEffect(() => {
    let isGone = false;
    const fail = (message: string) => latest.current.onError?.({ kind: "unreachable", message });
    loadDocent({ server, nonce, fail });
    callDocent((docent) => {
      if (isGone) return;
      const options = optionsOf(latest.current, place.current);
      made.current = docent.create(options);
      shown.current = options;
      listen(made.current, () => latest.current);
    });
    return () => {
      isGone = true;
      made.current?.destroy();
      made.current = undefined;
    };
  }, [server, domain, name, mode, target]);

  useEffect(() => {
    const before = shown.current;
    if (!made.current || !before) return;
    const options = optionsOf(props, place.current);
    const change = changeOf(before, options);
    shown.current = options;
    if (Object.keys(change).length > 0) made.current.update(change);
  });

  return mode === "inline" && target === undefined ? createElement("div", { ref: place }) : null;
}

function optionsOf(props: DocentWidgetProps, place: HTMLElement | null): WidgetOptions {
  const { assistantKey, nonce, ...rest } = props;
  const options: WidgetOptions & EventProps = { ...rest, key: assistantKey };
  if (place) options.target = place;
  for (const prop of Object.values(eventProps)) delete options[prop];
  return options;
}

/** What is different now; an option that was taken away is set to undefined. */
function changeOf(before: WidgetOptions, now: WidgetOptions): Partial<WidgetOptions> {
  const old = new Map(Object.entries(before));
  const entries = Object.entries({ ...undefinedLike(before), ...now });
  return Object.fromEntries(entries.filter(([name, value]) => !isSame(old.get(name), value)));
}

function undefinedLike(options: WidgetOptions): Record<string, undefined> {
  return Object.fromEntries(Object.keys(options).map((name) => [name, undefined]));
}

/** Lists and filters written in JSX are new objects each time. */
function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  const arePlain = [one, other].every((value) => typeof value === "object" && !isElement(value));
  return arePlain && JSON.stringify(one) === JSON.stringify(other);
}

function isElement(value: unknown): boolean {
  return value instanceof HTMLElement;
}

const eventProps = {
  ready: "onReady",
  open: "onOpen",
  close: "onClose",
  ask: "onAsk",
  answer: "onAnswer",
  feedback: "onFeedback",
  handoff: "onHandoff",
  consent: "onConsent",
  error: "onError",
} as const satisfies { [Name in WidgetEventName]: `on${Capitalize<Name>}` };

function listen(widget: Widget, props: () => EventProps): void {
  widget.on("ready", (detail) => props().onReady?.(detail));
  widget.on("open", (detail) => props().onOpen?.(detail));
  widget.on("close", (detail) => props().onClose?.(detail));
  widget.on("ask", (detail) => props().onAsk?.(detail));
  widget.on("answer", (detail) => props().onAnswer?.(detail));
  widget.on("feedback", (detail) => props().onFeedback?.(detail));
  widget.on("handoff", (detail) => props().onHandoff?.(detail));
  widget.on("consent", (detail) => props().onConsent?.(detail));
  widget.on("error", (detail) => props().onError?.(detail));
}
