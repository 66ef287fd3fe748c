import { createApi } from "../conversation/api.ts";
import { createChat } from "../conversation/chat.ts";
import { conversationKey } from "../conversation/conversation-key.ts";
import { createConversationStore } from "../conversation/conversation-store.ts";
import { adviceFor, type Problem } from "../conversation/problem.ts";
import type { PanelOptions } from "../panel-options.ts";
import type { Emit } from "../widget-events.ts";
import { createConsent } from "./consent.ts";
import { currentPathOf, filterOf } from "./page-facts.ts";
import { createStarters } from "./starters.ts";

export type PanelCore = ReturnType<typeof createPanelCore>;

/** Everything of a panel that is not seen. `options` are read anew at each use, so that they may change. */
export function createPanelCore(current: { options: PanelOptions }, host: HTMLElement) {
  const { server, domain, emit: told } = current.options;
  const emit: Emit = (name, detail) => {
    if (told) return told(name, detail);
    host.dispatchEvent(
      new CustomEvent(`docent:${name}`, { detail, bubbles: true, composed: true }),
    );
  };
  const onProblem = (problem: Problem) => {
    emit("error", { kind: problem.kind, message: problem.message });
    console.warn(`[Docent] ${adviceFor(problem, { server, domain })}`);
  };
  const consent = createConsent(() => current.options.consent === "required");
  const api = createApi({
    ...{ server, domain },
    authorization: () => current.options.authorization(),
    user: () => current.options.user || "anonymous",
  });
  const key = () => conversationKey(domain, current.options.user);
  const store = createConversationStore({ key, shelf: consent.shelf, now: Date.now });
  const chat = createChat({
    ...{ api, store, emit, onProblem },
    page: () => ({ path: currentPathOf(current.options), filter: filterOf(current.options) }),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  });
  const starters = createStarters(api, () => current.options);
  return { current, host, emit, consent, api, store, chat, starters };
}
