import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { Button } from "../../ui/button.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";
import { retryLabel } from "./retry-label.ts";

type RetryButtonProps = { session: AgentSession; retry: () => Promise<void> };

/** Pushes and proposes what a job has done once more; nothing where that makes no sense. */
export function RetryButton({ session, retry }: RetryButtonProps) {
  const say = useToast();
  const action = useAction(retry);
  const label = retryLabel(session);
  if (label === "") return action.error === "" ? null : <span role="alert">{action.error}</span>;
  const press = async () => {
    if (await action.run()) say("The work is being proposed.");
  };
  return (
    <>
      {action.error !== "" && <span role="alert">{action.error}</span>}
      <Button icon="sync" isBusy={action.isBusy} onClick={() => void press()}>
        {label}
      </Button>
    </>
  );
}
