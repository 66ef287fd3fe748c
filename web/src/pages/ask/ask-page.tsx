import { Chat, useChat } from "@ai-sdk/react";
import { DefaultChatTransport } from "ai";
import { useEffect } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { dashboardHeader } from "../../api-request.ts";
import { useSession } from "../../session.tsx";
import { Button } from "../../ui/button.tsx";
import { useLatest } from "../../use-latest.ts";
import { usePageTitle } from "../../use-page-title.ts";
import { type AskMessage, readFailure } from "./ask-message.ts";
import { useKeptChat } from "./chat-shelf.tsx";
import { Composer } from "./composer.tsx";
import { Conversation } from "./conversation.tsx";
import { Suggestions } from "./suggestions.tsx";

/** Draws at most this often while text streams in. */
const throttleMs = 60;

export function AskPage({ project }: { project: ProjectSummary }) {
  usePageTitle(`Ask ${project.name}`);
  const { chat, startNew } = useKeptChat(project.domain, () => createChat(project.domain));
  const helpers = useChat<AskMessage>({ chat, throttle: throttleMs });
  const { messages, sendMessage, status, stop, error, regenerate } = helpers;
  const isBusy = status === "submitted" || status === "streaming";
  const failure = error && readFailure(error);
  const ask = useLatest((text: string) => void sendMessage({ text }));
  useAskedElsewhere(ask);
  useLogOut(failure?.isLoggedOut ?? false);
  return (
    <div className="ask">
      <header className="ask-head">
        <h1>Ask</h1>
        {messages.length > 0 && (
          <Button isSmall icon="plus" onClick={startNew}>
            New chat
          </Button>
        )}
      </header>
      {messages.length === 0 ? (
        <Suggestions project={project} onAsk={ask} />
      ) : (
        <Conversation
          messages={messages}
          status={status}
          failure={failure?.message ?? ""}
          onRetry={() => void regenerate()}
        />
      )}
      <Composer isBusy={isBusy} onAsk={ask} onStop={() => void stop()} />
    </div>
  );
}

function createChat(domain: string): Chat<AskMessage> {
  return new Chat<AskMessage>({
    transport: new DefaultChatTransport({
      api: `/discovery/v2/assistant/${encodeURIComponent(domain)}/message`,
      headers: dashboardHeader,
      credentials: "same-origin",
      body: { fp: "dashboard" },
    }),
  });
}

/** A question typed on the overview arrives in the history's state, and is asked once. */
function useAskedElsewhere(ask: (text: string) => void) {
  useEffect(() => {
    const state: unknown = window.history.state;
    if (typeof state !== "object" || state === null || !("question" in state)) return;
    window.history.replaceState(null, "");
    if (typeof state.question === "string") ask(state.question);
  }, [ask]);
}

function useLogOut(isLoggedOut: boolean) {
  const { expire } = useSession();
  useEffect(() => {
    if (isLoggedOut) expire();
  }, [isLoggedOut, expire]);
}
