import { useMemo } from "react";
import type { DocentWidget } from "../../../web/widget/widget-api.ts";
import { callDocent } from "./load-docent.ts";

export type DocentCalls = Pick<
  DocentWidget,
  "open" | "close" | "ask" | "update" | "reset" | "consent"
>;

/** The page's chat, or the one of that name, for buttons of your own. Calls that come before the chat is there are kept. */
export function useDocent(name?: string): DocentCalls {
  return useMemo(() => callsOf(name), [name]);
}

function callsOf(name: string | undefined): DocentCalls {
  const call = (act: (widget: DocentWidget) => void) =>
    callDocent((docent) => {
      const widget = docent.get(name);
      if (widget) act(widget);
    });
  return {
    open: (options) => call((widget) => widget.open(options)),
    close: () => call((widget) => widget.close()),
    ask: (question, options) => call((widget) => widget.ask(question, options)),
    update: (change) => call((widget) => widget.update(change)),
    reset: () => call((widget) => widget.reset()),
    consent: (isGiven) => call((widget) => widget.consent(isGiven)),
  };
}
