import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { FirstSteps } from "../../../../src/contract/starting/first-steps.ts";
import { api } from "../../api.ts";
import { Link } from "../../router.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAction } from "../../use-action.ts";
import { useMay } from "../../use-may.ts";
import { nextNeeded, type Step, stepsOf } from "./steps.ts";
import { useFirstSteps } from "./use-first-steps.ts";
import { walkStep } from "./walked-step.ts";
import "./first-steps.css";

type CardProps = { project: ProjectSummary; refreshProject: () => Promise<void> };

/** What a new project is led through, on its overview: how far it is, and the page of each step. */
export function FirstStepsCard({ project, refreshProject }: CardProps) {
  const { domain } = project;
  const { data, error, reload } = useFirstSteps(domain);
  const close = useAction(async () => {
    await api.closeFirstSteps(domain, true);
    walkStep(domain, undefined);
    await refreshProject();
  });
  const mayClose = useMay("editor");
  const button = mayClose && (
    <Button isSmall look="quiet" isBusy={close.isBusy} onClick={() => close.run()}>
      Put away
    </Button>
  );
  return (
    <Card title="First steps" aside={button} isFlush>
      {close.error && <Notice tone="bad">{close.error}</Notice>}
      {error !== undefined && !data && <LoadFailed error={error} retry={reload} />}
      {!data && error === undefined && (
        <div className="first-steps-waiting">
          <Skeleton lines={6} />
        </div>
      )}
      {data && <Path domain={domain} known={data} />}
    </Card>
  );
}

function Path({ domain, known }: { domain: string; known: FirstSteps }) {
  const steps = stepsOf(domain, known);
  const next = nextNeeded(steps);
  const done = steps.filter(({ isDone }) => isDone).length;
  return (
    <>
      <div className="first-steps-progress">
        <progress aria-label="Steps done" value={done} max={steps.length} />
        <span className="soft">
          {done} of {steps.length} done
          {next === undefined && done < steps.length && ". What is left is optional"}
        </span>
      </div>
      <ol className="first-steps">
        {steps.map((step, place) => (
          <StepRow
            key={step.name}
            {...{ domain, step }}
            number={place + 1}
            isNext={step.name === next?.name}
          />
        ))}
      </ol>
    </>
  );
}

type StepRowProps = { domain: string; step: Step; number: number; isNext: boolean };

function StepRow({ domain, step, number, isNext }: StepRowProps) {
  const { name, title, isDone, isOptional, text, problem, to, action, needs } = step;
  const isMine = useMay(needs);
  const look = isNext ? "primary" : isDone ? "quiet" : "plain";
  return (
    <li className={isDone ? "first-step first-step-done" : "first-step"}>
      <span className="first-step-mark" aria-hidden="true">
        {isDone ? <Icon name="check" size={14} /> : number}
      </span>
      <div className="first-step-words">
        <h3>
          {title}
          {isDone && <Badge tone="good">Done</Badge>}
          {!isDone && isOptional && <Badge>Optional</Badge>}
        </h3>
        {problem !== "" && <p className="first-step-problem">{problem}</p>}
        <p className="soft">{text}</p>
      </div>
      {isMine ? (
        <Link
          to={to}
          className={`button button-${look} button-small`}
          onClick={() => walkStep(domain, name)}
        >
          {action}
        </Link>
      ) : (
        !isDone && <span className="soft first-step-whose">{whoCan(needs)}</span>
      )}
    </li>
  );
}

function whoCan(needs: Step["needs"]): string {
  return needs === "owner" ? "An owner can do this" : "An editor or an owner can do this";
}
