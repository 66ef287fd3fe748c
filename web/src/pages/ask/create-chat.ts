import { Chat } from "@ai-sdk/react";
import { DefaultChatTransport } from "ai";
import { randomId } from "../../../shared/random-id.ts";
import { dashboardHeader } from "../../api-request.ts";
import type { AskMessage } from "./ask-message.ts";

/** A chat whose answers go on without this page, and are read from their beginning when it comes back. */
export function createChat(
  domain: string,
  id: string,
  messages: AskMessage[],
  /** A branch or commit to ask in place of the docs that readers see. */
  ref?: string,
): Chat<AskMessage> {
  const fp = browserName();
  const api = messagePath(domain);
  return new Chat<AskMessage>({
    id,
    messages,
    transport: new DefaultChatTransport({
      api,
      headers: dashboardHeader,
      credentials: "same-origin",
      body: { fp, ...(ref !== undefined && { filter: { ref } }) },
      resumeStreamIsReplay: true,
      prepareReconnectToStreamRequest: () => ({
        api: `${api}/${encodeURIComponent(id)}/stream?finish=metadata`,
        // From the first event on, also when the answer has ended meanwhile.
        headers: { ...dashboardHeader, "x-fp": fp, "last-event-id": "0" },
        credentials: "same-origin",
      }),
    }),
  });
}

/** Ends the answer on the server too: it would go on without this page. */
export async function stopAnswer(domain: string, id: string): Promise<void> {
  const headers = { ...dashboardHeader, "x-fp": browserName() };
  const path = `${messagePath(domain)}/${encodeURIComponent(id)}/stop`;
  await fetch(path, { method: "POST", credentials: "same-origin", headers }).catch(() => undefined);
}

function messagePath(domain: string): string {
  return `/discovery/v2/assistant/${encodeURIComponent(domain)}/message`;
}

const key = "docent asks as";
let inMemory = "";

/** Tells this browser's threads from those of others. */
function browserName(): string {
  try {
    const known = window.localStorage.getItem(key);
    if (known) return known;
    window.localStorage.setItem(key, newName());
  } catch {
    return newName();
  }
  return newName();
}

function newName(): string {
  inMemory ||= `dashboard-${randomId()}`;
  return inMemory;
}
