import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Badge } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { type Step, stepAfter, stepsOf } from "./steps.ts";
import { useFirstSteps } from "./use-first-steps.ts";
import { type StepName, walkStep } from "./walked-step.ts";
import "./first-steps.css";

type BarProps = { domain: string; name: StepName };

/** Above the page of a step: which one it is, whether it is done, and the ways on and back. */
export function FirstStepBar({ domain, name }: BarProps) {
  const { data } = useFirstSteps(domain);
  const steps = data ? stepsOf(domain, data) : [];
  const place = steps.findIndex((step) => step.name === name);
  const step = steps[place];
  if (!step) return null;
  return (
    <section className="first-step-bar" aria-label="First steps">
      <Link to={paths.home(domain)} className="back" onClick={() => walkStep(domain, undefined)}>
        <Icon name="left" size={14} />
        Overview
      </Link>
      <div className="first-step-bar-words" aria-live="polite">
        <strong>
          Step {place + 1} of {steps.length}: {step.title}
        </strong>
        {step.isDone && (
          <Badge tone="good" icon="check">
            Done
          </Badge>
        )}
        {!step.isDone && step.isOptional && <Badge>Optional</Badge>}
        {!step.isDone && <span className="soft">{howTo[name]}</span>}
      </div>
      <Onward domain={domain} step={step} next={stepAfter(steps, name)} />
      <IconButton
        icon="close"
        label="Leave the first steps"
        onClick={() => walkStep(domain, undefined)}
      />
    </section>
  );
}

type OnwardProps = { domain: string; step: Step; next: Step | undefined };

function Onward({ domain, step, next }: OnwardProps) {
  const look = step.isDone ? "button-primary" : "button-plain";
  if (!next)
    return step.isDone ? (
      <Link
        to={paths.home(domain)}
        className={`button ${look} button-small`}
        onClick={() => walkStep(domain, undefined)}
      >
        All done
      </Link>
    ) : null;
  return (
    <Link
      to={next.to}
      className={`button ${look} button-small`}
      onClick={() => walkStep(domain, next.name)}
    >
      {step.isDone ? "Next" : "Skip to"}: {next.title}
    </Link>
  );
}

/** What to do on the page of a step. */
const howTo: Record<StepName, string> = {
  docs: "Add a source with the address of your repository, then sync it.",
  ask: "Type a question, or take one of those below.",
  model: "Choose a provider, paste its key and save. Models, above, tests it.",
  forge: "Open Connection beside the repository, and store a token or an app.",
  job: "Write what to change, and start the job.",
  chat: "Press Add chat beside an assistant key, and copy what it shows into a page.",
};
