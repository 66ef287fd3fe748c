import { type FormEvent, useState } from "react";
import type { Member, OneTimeLink, Role } from "../../../../src/contract/members.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceCards } from "../../ui/choice.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAction } from "../../use-action.ts";
import { peopleApi } from "./people-api.ts";
import { roleOptions } from "./roles.ts";

type InviteDialogProps = {
  /** Whoever has no email yet, and needs one as soon as there are two. */
  nameless: Member | undefined;
  onMade: (made: OneTimeLink) => void;
  onClose: () => void;
};

export function InviteDialog({ nameless, onMade, onClose }: InviteDialogProps) {
  const [role, setRole] = useState<Role>("viewer");
  const [email, setEmail] = useState("");
  const [ownEmail, setOwnEmail] = useState("");
  const invite = useAction(async () => {
    if (nameless) await peopleApi.saveAccount({ name: nameless.name, email: ownEmail });
    onMade(await peopleApi.invite({ role, email: email.trim() === "" ? null : email }));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void invite.run();
  };
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-body">
          <ChoiceCards legend="Role" options={roleOptions} value={role} onChange={setRole} />
          <TextField
            label="Their email"
            type="email"
            isOptional
            maxLength={254}
            autoComplete="off"
            hint="With an email the invitation is for that person alone. Nothing is sent: you pass the link on."
            error={nameless ? "" : invite.faultOf("email")}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
          {nameless && (
            <TextField
              label="Your own email"
              type="email"
              required
              maxLength={254}
              autoComplete="email"
              hint="From now on you log in with it: a password alone no longer says who you are."
              error={invite.faultOf("email")}
              value={ownEmail}
              onChange={(event) => setOwnEmail(event.target.value)}
            />
          )}
          {invite.error && <Notice tone="bad">{invite.error}</Notice>}
        </div>
        <footer className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={invite.isBusy}>
            Make the link
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
