import type { ContextItem } from "../../../src/contract/assistant.ts";
import type { FoundResult } from "../../../src/contract/discovery.ts";
import type { FeedbackRequest } from "../../../src/contract/insights/feedback.ts";
import type { FilterValue } from "../widget-options.ts";
import { Problem, problemOf } from "./problem.ts";

export type Question = {
  /** The chat's id. */
  id: string;
  threadId: string | null;
  messages: { id: string; role: "user"; parts: { type: "text"; text: string }[] }[];
  context: ContextItem[];
  currentPath: string;
  filter: Record<string, FilterValue> | null;
  trigger?: "regenerate-message";
};

type Place = {
  server: string;
  domain: string;
  authorization(): string | Promise<string>;
  /** Who asks; "anonymous" for nobody in particular. */
  user(): string;
};

type Init = Omit<RequestInit, "headers"> & { headers?: Record<string, string> };

export type Api = ReturnType<typeof createApi>;

/** The few operations of the server that a panel needs. Whatever fails is a Problem. */
export function createApi(place: Place) {
  const domain = encodeURIComponent(place.domain);
  const message = `/discovery/v2/assistant/${domain}/message`;
  const call = (path: string, init: Init = {}) =>
    request(init.signal, async () =>
      fetch(place.server + path, {
        ...init,
        headers: { authorization: await place.authorization(), ...init.headers },
        credentials: "omit",
        referrerPolicy: "strict-origin-when-cross-origin",
      }),
    );
  const post = (path: string, body: unknown, more: Init = {}) =>
    call(path, {
      ...more,
      method: "POST",
      headers: { "content-type": "application/json", ...more.headers },
      body: JSON.stringify(body),
    });
  const chatPath = (chatId: string, what: string) =>
    `${message}/${encodeURIComponent(chatId)}/${what}`;
  const reader = () => (place.user() === "anonymous" ? {} : { "x-fp": place.user() });

  return {
    ask: (question: Question, signal: AbortSignal) =>
      post(
        `${message}?finish=both`,
        { ...question, fp: place.user() },
        { signal, headers: { accept: "text/event-stream" } },
      ),
    /** The answer from the event behind `after` on; undefined when there is none. */
    async resume(
      chatId: string,
      after: string,
      signal: AbortSignal,
    ): Promise<Response | undefined> {
      const headers = { "last-event-id": after || "0", ...reader() };
      const response = await call(chatPath(chatId, "stream"), { headers, signal });
      return response.status === 204 ? undefined : response;
    },
    stop: (chatId: string) => call(chatPath(chatId, "stop"), { method: "POST", headers: reader() }),
    rate: (feedback: Omit<FeedbackRequest, "comment"> & { comment: string }) =>
      post(`/discovery/v1/feedback/${domain}`, feedback),
    async search(
      query: string,
      page: { filter: Record<string, FilterValue> | null; currentPath: string },
      signal: AbortSignal,
    ): Promise<FoundResult[]> {
      const body = { query, pageSize: 6, ...page };
      const found = await post(`/discovery/v1/search/${domain}`, body, { signal });
      return found.json();
    },
    async suggestions(path: string, signal: AbortSignal): Promise<string[]> {
      const query = `?path=${encodeURIComponent(path)}`;
      const found = await call(`/discovery/v1/suggestions/${domain}${query}`, { signal });
      const { questions } = await found.json();
      return questions;
    },
  };
}

async function request(
  signal: AbortSignal | null | undefined,
  send: () => Promise<Response>,
): Promise<Response> {
  let response: Response;
  try {
    response = await send();
  } catch (error) {
    if (signal?.aborted) throw error;
    const isOffline = !navigator.onLine;
    throw new Problem(isOffline ? "offline" : "unreachable", "The request did not get through.");
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => ({}));
  const retryAfter = response.headers.get("retry-after");
  throw problemOf({ status: response.status, body, retryAfter, now: Date.now() });
}
