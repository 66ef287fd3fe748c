import { type Chat, useChat } from "@ai-sdk/react";
import { useEffect, useRef, useState } from "react";
import type { ProjectSummary } from "../../../../../src/contract/dashboard.ts";
import { randomId } from "../../../../shared/random-id.ts";
import { Notice } from "../../../ui/notice.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { Answer } from "../../ask/answer.tsx";
import { type AskMessage, outcomeOf, readFailure } from "../../ask/ask-message.ts";
import { createChat } from "../../ask/create-chat.ts";
import { AnswerDifferences } from "./answer-differences.tsx";

const throttleMs = 60;

type BothAnswersProps = { project: ProjectSummary; question: string; branch: string };
type Ended = { now: AskMessage | undefined; after: AskMessage | undefined };

/** The same question, asked of both sides at the same time. */
export function BothAnswers({ project, question, branch }: BothAnswersProps) {
  const { domain } = project;
  const [chats] = useState(() => ({
    now: createChat(domain, randomId(), []),
    after: createChat(domain, randomId(), [], branch),
  }));
  const [ended, setEnded] = useState<Ended>({ now: undefined, after: undefined });
  const columns = useRef<HTMLDivElement>(null);
  const side = { project, question };
  return (
    <>
      <div className="both-answers" ref={columns}>
        <Side
          {...side}
          title="Now"
          chat={chats.now}
          onEnd={(now) => setEnded((known) => ({ ...known, now }))}
        />
        <Side
          {...side}
          title="After merging"
          chat={chats.after}
          onEnd={(after) => setEnded((known) => ({ ...known, after }))}
        />
      </div>
      {ended.now && ended.after && (
        <AnswerDifferences
          project={project}
          now={{ id: ended.now.id, outcome: outcomeOf(ended.now) }}
          after={{ id: ended.after.id, outcome: outcomeOf(ended.after) }}
          columns={columns}
        />
      )}
    </>
  );
}

type SideProps = {
  project: ProjectSummary;
  question: string;
  title: string;
  chat: Chat<AskMessage>;
  onEnd: (message: AskMessage) => void;
};

function Side({ project, question, title, chat, onEnd }: SideProps) {
  const { messages, sendMessage, status, error } = useChat<AskMessage>({
    chat,
    throttle: throttleMs,
  });
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    void sendMessage({ text: question });
  }, [sendMessage, question]);
  const last = messages.at(-1);
  const message = last?.role === "assistant" ? last : undefined;
  const isBusy = status === "submitted" || status === "streaming";
  const end = useRef(onEnd);
  end.current = onEnd;
  useEffect(() => {
    if (status === "ready" && message) end.current(message);
  }, [status, message]);
  return (
    <section className="answer-side" aria-label={title} aria-busy={isBusy}>
      <h3>{title}</h3>
      {error && <Notice tone="bad">{readFailure(error).message}</Notice>}
      {!message && !error && <Skeleton lines={3} />}
      {message && (
        <Answer
          column={title}
          project={project}
          message={message}
          question={question}
          isStreaming={isBusy}
          onRegenerate={undefined}
        />
      )}
    </section>
  );
}
