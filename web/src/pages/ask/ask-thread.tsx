import { type Chat, useChat } from "@ai-sdk/react";
import { useEffect } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { useRouter } from "../../router.tsx";
import { useSession } from "../../session.tsx";
import type { Draft } from "../../use-draft.ts";
import { useLatest } from "../../use-latest.ts";
import { type AskMessage, readFailure, textOf } from "./ask-message.ts";
import { questionFromElsewhere } from "./asked-elsewhere.ts";
import { Composer } from "./composer.tsx";
import { Conversation } from "./conversation.tsx";
import { stopAnswer } from "./create-chat.ts";
import { Suggestions } from "./suggestions.tsx";
import type { AskHistory } from "./use-ask-history.ts";

/** Draws at most this often while text streams in. */
const throttleMs = 60;

type AskThreadProps = {
  project: ProjectSummary;
  chat: Chat<AskMessage>;
  history: AskHistory;
  draft: Draft;
};

export function AskThread({ project, chat, history, draft }: AskThreadProps) {
  const helpers = useChat<AskMessage>({ chat, throttle: throttleMs });
  const { messages, sendMessage, status, stop, error, regenerate } = helpers;
  const isBusy = status === "submitted" || status === "streaming";
  const failure = error && readFailure(error);
  const ask = useLatest((text: string) => {
    const known = history.find(chat.id);
    const at = new Date().toISOString();
    const { title = text, threadId = "" } = known ?? {};
    history.save({ id: chat.id, title, at, threadId, pending: text });
    void sendMessage({ text });
  });
  useAskedElsewhere(messages.length === 0, ask);
  useThreadNote(chat.id, { messages, isBusy, history });
  useLogOut(failure?.isLoggedOut ?? false);
  const end = () => {
    void stop();
    void stopAnswer(project.domain, chat.id);
  };
  return (
    <>
      {messages.length === 0 ? (
        <Suggestions project={project} onAsk={ask} />
      ) : (
        <Conversation
          project={project}
          messages={messages}
          status={status}
          failure={failure?.message ?? ""}
          onRetry={() => void regenerate()}
          onAsk={ask}
        />
      )}
      <Composer draft={draft} isBusy={isBusy} onAsk={ask} onStop={end} />
    </>
  );
}

/** Notes the thread as soon as the server has named it: with it the chat is found again. */
function useThreadNote(
  id: string,
  { messages, isBusy, history }: { messages: AskMessage[]; isBusy: boolean; history: AskHistory },
) {
  const last = messages.at(-1);
  const threadId = last?.metadata?.threadId ?? "";
  const isHeard = last?.role === "assistant" && (textOf(last) !== "" || !isBusy);
  const note = useLatest(() => {
    const known = history.find(id);
    if (!known || (known.threadId === threadId && known.pending === "")) return;
    history.save({ ...known, threadId, pending: "" });
  });
  useEffect(() => {
    if (threadId !== "" && isHeard) note();
  }, [threadId, isHeard, note]);
}

/** Each is asked once. */
function useAskedElsewhere(isNew: boolean, ask: (text: string) => void) {
  const { pathname, search, navigate } = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new address may bring a question
  useEffect(() => {
    const question = questionFromElsewhere();
    if (!isNew || question === "") return;
    navigate(pathname, { replace: true, keepScroll: true });
    ask(question);
  }, [isNew, ask, pathname, search, navigate]);
}

function useLogOut(isLoggedOut: boolean) {
  const { expire } = useSession();
  useEffect(() => {
    if (isLoggedOut) expire();
  }, [isLoggedOut, expire]);
}
