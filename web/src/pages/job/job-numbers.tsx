import type { ReactNode } from "react";
import type { JobDetail } from "../../../../src/contract/job-list.ts";
import { money, number } from "../../format.ts";

/** What a job is made of, for whoever wants to know. */
export function JobNumbers({ detail }: { detail: JobDetail }) {
  const { inputTokens, outputTokens, costUsd, stepList, steps } = detail;
  const models = [...new Set(stepList.map(({ model }) => model))].filter(Boolean);
  const hasTokens = inputTokens + outputTokens > 0;
  return (
    <dl className="job-numbers">
      <Fact name="Branch" value={<span className="mono">{detail.branch}</span>} />
      <Fact name="Into" value={<span className="mono">{detail.base}</span>} />
      <Fact name="Model" value={models.length > 0 ? models.join(", ") : detail.model} />
      <Fact name="Steps" value={number(steps)} />
      {hasTokens && <Fact name="Tokens read" value={number(inputTokens)} />}
      {hasTokens && <Fact name="Tokens written" value={number(outputTokens)} />}
      {hasTokens && <Fact name="Cost" value={costUsd > 0 ? money(costUsd) : "Price not known"} />}
      <Fact name="Session" value={<span className="mono">{detail.sessionId}</span>} />
    </dl>
  );
}

function Fact({ name, value }: { name: string; value: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
