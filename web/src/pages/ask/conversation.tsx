import type { ChatStatus } from "ai";
import { useEffect, useRef } from "react";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Answer } from "./answer.tsx";
import { type AskMessage, textOf } from "./ask-message.ts";

type ConversationProps = {
  messages: AskMessage[];
  status: ChatStatus;
  failure: string;
  onRetry: () => void;
};

export function Conversation({ messages, status, failure, onRetry }: ConversationProps) {
  const end = useFollowing(messages);
  const last = messages.at(-1);
  const isBusy = status === "submitted" || status === "streaming";
  const isWaiting = isBusy && (last?.role === "user" || (last && textOf(last) === ""));
  return (
    <div className="conversation" role="log" aria-label="Conversation" aria-busy={isBusy}>
      {messages.map((message) =>
        message.role === "user" ? (
          <div key={message.id} className="question">
            {textOf(message)}
          </div>
        ) : (
          <Answer key={message.id} message={message} isStreaming={isBusy && message === last} />
        ),
      )}
      {isWaiting && <Spinner label="Searching the docs" />}
      {failure && (
        <Notice tone="bad" title="No answer this time">
          <p>{failure}</p>
          <Button isSmall icon="retry" onClick={onRetry}>
            Try again
          </Button>
        </Notice>
      )}
      <div ref={end} className="conversation-end" />
    </div>
  );
}

const nearPx = 220;

/** A new question is brought into sight; a growing answer is followed by those who are at its end. */
function useFollowing(messages: AskMessage[]) {
  const end = useRef<HTMLDivElement>(null);
  const known = useRef(0);
  useEffect(() => {
    const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
    const isNear = scrollHeight - clientHeight - scrollTop < nearPx;
    const isNew = messages.length !== known.current;
    known.current = messages.length;
    if (isNear || isNew) end.current?.scrollIntoView({ block: "end" });
  }, [messages]);
  return end;
}
