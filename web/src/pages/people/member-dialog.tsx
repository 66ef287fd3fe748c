import { useState } from "react";
import type { Member, OneTimeLink } from "../../../../src/contract/members.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceCards } from "../../ui/choice.tsx";
import { ConfirmDialog, Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";
import { shownName } from "./member-table.tsx";
import { peopleApi } from "./people-api.ts";
import { roleOptions } from "./roles.ts";

type MemberDialogProps = {
  member: Member;
  onReset: (made: OneTimeLink) => void;
  onClose: () => void;
};

/** What an owner may do about one member. */
export function MemberDialog({ member, onReset, onClose }: MemberDialogProps) {
  const [asking, setAsking] = useState<"reset" | "remove">();
  const [role, setRole] = useState(member.role);
  const say = useToast();
  const name = shownName(member);
  const act = useAction(async (work: () => Promise<unknown>) => work());
  const run = async (done: string, work: () => Promise<unknown>) => {
    if (!(await act.run(work))) return;
    say(done);
    onClose();
  };
  const isDisabled = member.state === "disabled";
  const switchState = () =>
    isDisabled
      ? run(`${name} can log in again.`, () => peopleApi.enable(member.id))
      : run(`${name} is disabled.`, () => peopleApi.disable(member.id));
  if (asking)
    return (
      <Confirmation
        {...{ member, asking, name, onReset }}
        onDone={() => {
          say(`${name} is removed.`);
          onClose();
        }}
        onClose={() => setAsking(undefined)}
      />
    );
  return (
    <Dialog title={name} onClose={onClose}>
      <div className="dialog-body">
        <ChoiceCards legend="Role" options={roleOptions} value={role} onChange={setRole} />
        <div className="member-acts">
          <Button icon="lock" onClick={switchState}>
            {isDisabled ? "Enable" : "Disable"}
          </Button>
          <Button icon="key" onClick={() => setAsking("reset")}>
            Reset log-in
          </Button>
          <Button icon="trash" look="danger" onClick={() => setAsking("remove")}>
            Remove
          </Button>
        </div>
        {act.error && <Notice tone="bad">{act.error}</Notice>}
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>Cancel</Button>
        <Button
          look="primary"
          isBusy={act.isBusy}
          disabled={role === member.role}
          onClick={() =>
            run(`${name} is ${role} now.`, () => peopleApi.changeRole(member.id, role))
          }
        >
          Save role
        </Button>
      </footer>
    </Dialog>
  );
}

type ConfirmationProps = {
  member: Member;
  name: string;
  asking: "reset" | "remove";
  onReset: (made: OneTimeLink) => void;
  onDone: () => void;
  onClose: () => void;
};

function Confirmation({ member, name, asking, onReset, onDone, onClose }: ConfirmationProps) {
  const act = useAction(async () => {
    if (asking === "reset") onReset(await peopleApi.reset(member.id));
    else await peopleApi.remove(member.id);
  });
  const confirm = async () => {
    if ((await act.run()) && asking === "remove") onDone();
  };
  const isReset = asking === "reset";
  return (
    <ConfirmDialog
      title={isReset ? `Reset how ${name} logs in?` : `Remove ${name}?`}
      action={isReset ? "Reset and make a link" : "Remove"}
      look="danger"
      isBusy={act.isBusy}
      error={act.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        {isReset
          ? "Their password and single sign-on work no longer, and every browser of theirs is logged out. A one-time link lets them choose a new password."
          : "They are logged out at once and cannot come back without an invitation. What they did stays in the activity."}
      </p>
    </ConfirmDialog>
  );
}
