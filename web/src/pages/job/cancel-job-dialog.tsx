import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { api } from "../../api.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";

type CancelJobDialogProps = {
  domain: string;
  sessionId: string;
  onCancelled: (session: AgentSession) => void;
  onClose: () => void;
};

export function CancelJobDialog(props: CancelJobDialogProps) {
  const { domain, sessionId, onCancelled, onClose } = props;
  const say = useToast();
  const cancel = useAction(async () => onCancelled(await api.cancelJob(domain, sessionId)));
  const confirm = async () => {
    if (!(await cancel.run())) return;
    say("The job is cancelled.");
    onClose();
  };
  return (
    <ConfirmDialog
      title="Cancel this job?"
      action="Cancel job"
      dismiss="Keep it running"
      look="danger"
      isBusy={cancel.isBusy}
      error={cancel.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        It stops within its step. What it has done so far stays on its branch and is not proposed;
        with a follow-up it goes on from there.
      </p>
    </ConfirmDialog>
  );
}
