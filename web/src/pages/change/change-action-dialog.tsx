import type { ReactNode } from "react";
import type { Change } from "../../../../src/contract/changes.ts";
import { api, type ChangeAction } from "../../api.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";

type Words = { title: string; action: string; done: string; body: (change: Change) => ReactNode };

const words: Record<ChangeAction, Words> = {
  merge: {
    title: "Merge this change?",
    action: "Merge",
    done: "Merged. The docs are read again, so answers follow in a moment.",
    body: ({ head, base }) => (
      <p>
        <span className="mono">{head}</span> is merged into <span className="mono">{base}</span>{" "}
        with a merge commit. Answers use the new text after the sync that follows.
      </p>
    ),
  },
  close: {
    title: "Close without merging?",
    action: "Close change",
    done: "The change is closed.",
    body: ({ head }) => (
      <p>
        The docs stay as they are. The branch <span className="mono">{head}</span> is kept; a new
        job on it opens a new change.
      </p>
    ),
  },
  ready: {
    title: "Mark as ready?",
    action: "Mark ready",
    done: "The change is ready for review.",
    body: () => <p>It is no longer a draft: it can be reviewed and merged.</p>,
  },
};

type ChangeActionDialogProps = {
  action: ChangeAction;
  change: Change;
  domain: string;
  onDone: (change: Change) => void;
  onClose: () => void;
};

export function ChangeActionDialog(props: ChangeActionDialogProps) {
  const { action, change, domain, onDone, onClose } = props;
  const say = useToast();
  const { title, action: label, done, body } = words[action];
  const act = useAction(async () => {
    onDone(await api.actOnChange(domain, change, action));
    say(done);
  });
  return (
    <ConfirmDialog
      title={title}
      action={label}
      look={action === "close" ? "danger" : "primary"}
      isBusy={act.isBusy}
      error={act.error}
      onConfirm={() => act.run()}
      onClose={onClose}
    >
      {body(change)}
    </ConfirmDialog>
  );
}
