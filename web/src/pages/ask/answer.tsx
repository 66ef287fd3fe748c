import { type MouseEvent, useCallback, useId, useMemo } from "react";
import type { Citation } from "../../../../src/contract/answer-events.ts";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { Badge } from "../../ui/badge.tsx";
import { AnswerActions } from "./answer-actions.tsx";
import { type AskMessage, citationsOf, otherSourcesOf, outcomeOf, textOf } from "./ask-message.ts";
import { CitationCard, placeCitation } from "./citation-card.tsx";
import { SourceList } from "./source-list.tsx";

type AnswerProps = {
  project: ProjectSummary;
  message: AskMessage;
  question: string;
  isStreaming: boolean;
  onRegenerate: (() => void) | undefined;
  /** Title of its column, where it stands beside another one and is only read. */
  column?: string;
};

export function Answer(props: AnswerProps) {
  const { project, message, question, isStreaming, onRegenerate, column = "" } = props;
  const prefix = useId();
  const text = textOf(message);
  const citations = useMemo(() => citationsOf(message), [message]);
  const others = useMemo(() => otherSourcesOf(message), [message]);
  const marker = useMarker(citations, prefix, isStreaming);
  if (text === "" && isStreaming) return null;
  return (
    <article className={isStreaming ? "answer is-streaming" : "answer"}>
      {text ? (
        <Markdown text={text} marker={marker} />
      ) : (
        <p className="soft">Stopped before the answer began.</p>
      )}
      {citations.map((citation) => (
        <CitationCard key={citation.n} id={cardId(prefix, citation.n)} citation={citation} />
      ))}
      <SourceList column={column} citations={citations} others={others} />
      {!isStreaming && text && (
        <div className="answer-foot">
          <OutcomeBadge message={message} />
          {column === "" && (
            <AnswerActions {...{ project, message, question, citations, onRegenerate }} />
          )}
        </div>
      )}
    </article>
  );
}

function OutcomeBadge({ message }: { message: AskMessage }) {
  const outcome = outcomeOf(message);
  if (outcome === "reserve") return <Badge tone="warn">With reserve</Badge>;
  return outcome === "declined" ? <Badge tone="neutral">Not in the docs</Badge> : null;
}

/** Keeps a marker on the line of the word it follows. */
const wordJoiner = "\u2060";

/** Draws [n] as a small button that opens the card of its citation. */
function useMarker(citations: Citation[], prefix: string, isStreaming: boolean) {
  return useCallback(
    (number: number) => {
      const citation = citations.find(({ n }) => n === number);
      if (!citation) return isStreaming ? <PendingMarker number={number} /> : null;
      const id = cardId(prefix, number);
      const place = (event: MouseEvent<HTMLButtonElement>) =>
        placeCitation(document.getElementById(id), event.currentTarget);
      return (
        <sup>
          {wordJoiner}
          <button
            type="button"
            className="marker"
            popoverTarget={id}
            aria-label={`Citation ${number}: ${citation.title}`}
            onClick={place}
          >
            {number}
          </button>
        </sup>
      );
    },
    [citations, prefix, isStreaming],
  );
}

/** Citations may arrive after the text that names them. */
function PendingMarker({ number }: { number: number }) {
  return (
    <sup>
      {wordJoiner}
      <span className="marker marker-pending">{number}</span>
    </sup>
  );
}

function cardId(prefix: string, number: number): string {
  return `${prefix}-citation-${number}`;
}
