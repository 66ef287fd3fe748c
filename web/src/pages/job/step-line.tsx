import type { JobStep } from "../../../../src/contract/job-list.ts";
import { duration, money, number } from "../../format.ts";

type StepLineProps = { index: number; step: JobStep | undefined };

/** Before what a step said and did: how long it took and what it cost. */
export function StepLine({ index, step }: StepLineProps) {
  return (
    <p className="step-line">
      <span className="step-name">Step {number(index)}</span>
      {step && <StepNumbers step={step} />}
    </p>
  );
}

function StepNumbers({
  step: { durationMs, inputTokens, outputTokens, costUsd },
}: {
  step: JobStep;
}) {
  const hasTokens = inputTokens + outputTokens > 0;
  return (
    <>
      {durationMs !== null && <span>{duration(durationMs)}</span>}
      {hasTokens && (
        <span>
          {number(inputTokens)} tokens read, {number(outputTokens)} written
        </span>
      )}
      {costUsd > 0 && <span>{money(costUsd)}</span>}
    </>
  );
}
