import { type ReactNode, useState } from "react";
import type { Change } from "../../../../src/contract/changes.ts";
import { api, type ChangeAction } from "../../api.ts";
import { count } from "../../format.ts";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { CheckField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";
import { CheckList } from "./checks.tsx";

export type AskedAction = ChangeAction | "revert";
type Words = { title: string; action: string; done: string; body: (change: Change) => ReactNode };

const words: Record<AskedAction, Words> = {
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
  revert: {
    title: "Revert this change?",
    action: "Propose the revert",
    done: "This change takes the merged one back. Review it, then merge it.",
    body: ({ base }) => (
      <p>
        A new change is proposed that takes this one back on <span className="mono">{base}</span>.
        The docs stay as they are until you merge it.
      </p>
    ),
  },
};

type ChangeActionDialogProps = {
  action: AskedAction;
  change: Change;
  domain: string;
  onDone: (change: Change) => void;
  onClose: () => void;
};

export function ChangeActionDialog(props: ChangeActionDialogProps) {
  const { action, change, domain, onDone, onClose } = props;
  const say = useToast();
  const { navigate } = useRouter();
  const [isAccepted, setAccepted] = useState(false);
  const { title, action: label, done, body } = words[action];
  const failed = change.checks.filter(({ passed }) => !passed);
  const isWarned = failed.length > 0 && (action === "merge" || action === "ready");
  const act = useAction(async () => {
    if (action === "revert") {
      const { number } = await api.revertChange(domain, change.number);
      navigate(paths.change(domain, number));
    } else onDone(await api.actOnChange(domain, change, action));
    say(done);
  });
  return (
    <ConfirmDialog
      title={title}
      action={isWarned ? `${label} anyway` : label}
      look={action === "close" || isWarned ? "danger" : "primary"}
      isBusy={act.isBusy}
      isBlocked={isWarned && !isAccepted}
      error={act.error}
      onConfirm={() => act.run()}
      onClose={onClose}
    >
      {body(change)}
      {isWarned && (
        <>
          <Notice tone="warn" title={`${count(failed.length, "check")} failed`}>
            <CheckList checks={failed} />
          </Notice>
          <CheckField
            label={`I have read what failed and want to ${action === "merge" ? "merge it" : "mark it ready"} as it is`}
            checked={isAccepted}
            onChange={(event) => setAccepted(event.target.checked)}
          />
        </>
      )}
    </ConfirmDialog>
  );
}
