import { useState } from "react";
import type { ProjectSummary } from "../../../../../src/contract/dashboard.ts";
import type { ThreadAnswer } from "../../../../../src/contract/insights/analytics.ts";
import { duration, fullTime, money, number } from "../../../format.ts";
import { Markdown } from "../../../markdown/markdown.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ExplainDialog } from "../../ask/explain-dialog.tsx";
import { OutcomeBadge } from "./outcome-badge.tsx";
import { ThreadSources } from "./thread-sources.tsx";

type ThreadAnswerProps = { project: ProjectSummary; answer: ThreadAnswer };

/** An answer as it was given, what it rests on, and what it took. */
export function ThreadAnswerView({ project, answer }: ThreadAnswerProps) {
  const [isExplained, setExplained] = useState(false);
  const { feedback } = answer;
  return (
    <>
      <div className="facts">
        <OutcomeBadge resolution={answer.resolution} outcome={answer.outcome} />
        {answer.audience === "members" && <Badge>Asked by a member</Badge>}
        {feedback && (
          <Badge
            tone={feedback.rating === "up" ? "good" : "bad"}
            icon={feedback.rating === "up" ? "thumb-up" : "thumb-down"}
          >
            Rated {feedback.rating}
          </Badge>
        )}
      </div>
      {answer.answer && (
        <div className="answer">
          <Markdown text={answer.answer} marker={(place) => <sup>[{place}]</sup>} />
        </div>
      )}
      {answer.error && <p className="soft">{answer.error}</p>}
      {feedback?.comment && (
        <blockquote className="reader-comment">
          <p>{feedback.comment}</p>
          <footer className="field-note">The reader, {fullTime(feedback.givenAt)}</footer>
        </blockquote>
      )}
      <ThreadSources project={project} answer={answer} />
      <AnswerFacts answer={answer} />
      <div>
        <Button isSmall icon="search" onClick={() => setExplained(true)}>
          Why this answer
        </Button>
      </div>
      {isExplained && (
        <ExplainDialog
          project={project}
          messageId={answer.messageId}
          onClose={() => setExplained(false)}
        />
      )}
    </>
  );
}

function AnswerFacts({ answer: { model, timings, usage } }: { answer: ThreadAnswer }) {
  const read = usage.inputTokens + usage.cacheReadTokens + usage.cacheWriteTokens;
  const facts: [label: string, value: string][] = [
    ["Searched", wait(timings.retrievedMs)],
    ["First text", wait(timings.firstTokenMs)],
    ["Whole answer", wait(timings.totalMs)],
    ["Tokens", `${number(read)} read, ${number(usage.outputTokens)} written`],
    ["Cost", money(usage.costUsd)],
    ["Model", model || "–"],
  ];
  return (
    <dl className="answer-facts">
      {facts.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function wait(ms: number | null): string {
  return ms === null ? "–" : duration(ms);
}
