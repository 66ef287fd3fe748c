import type { ChatStatus } from "ai";
import { useEffect, useRef } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { Answer } from "./answer.tsx";
import { type AskMessage, suggestionsOf, textOf } from "./ask-message.ts";
import { QuestionButtons } from "./suggestions.tsx";

type ConversationProps = {
  project: ProjectSummary;
  messages: AskMessage[];
  status: ChatStatus;
  failure: string;
  onRetry: () => void;
  onAsk: (question: string) => void;
};

export function Conversation(props: ConversationProps) {
  const { project, messages, status, failure, onRetry, onAsk } = props;
  const end = useFollowing(messages);
  const last = messages.at(-1);
  const isBusy = status === "submitted" || status === "streaming";
  const isWaiting = isBusy && (last?.role === "user" || (last && textOf(last) === ""));
  const next = last && !isBusy && !failure ? suggestionsOf(last) : [];
  return (
    <div className="conversation" role="log" aria-label="Conversation" aria-busy={isBusy}>
      {messages.map((message, index) =>
        message.role === "user" ? (
          <h2 key={message.id} className="question">
            {textOf(message)}
          </h2>
        ) : (
          <Answer
            key={message.id}
            project={project}
            message={message}
            question={questionBefore(messages, index)}
            isStreaming={isBusy && message === last}
            onRegenerate={message === last && !isBusy ? onRetry : undefined}
          />
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
      {next.length > 0 && <QuestionButtons questions={next} onAsk={onAsk} />}
      <div ref={end} className="conversation-end" />
    </div>
  );
}

function questionBefore(messages: AskMessage[], index: number): string {
  const question = messages.slice(0, index).findLast(({ role }) => role === "user");
  return question ? textOf(question) : "";
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
