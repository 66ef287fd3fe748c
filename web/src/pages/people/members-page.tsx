import { useState } from "react";
import type { Invitation, Member, OneTimeLink } from "../../../../src/contract/members.ts";
import { useResource } from "../../resource.tsx";
import { useSession } from "../../session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";
import { InviteDialog } from "./invite-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { MemberDialog } from "./member-dialog.tsx";
import { MemberTable } from "./member-table.tsx";
import { peopleApi } from "./people-api.ts";
import { roleLabel } from "./roles.ts";
import { TokenCard } from "./token-card.tsx";

type Open =
  | { dialog: "invite" }
  | { dialog: "member"; member: Member }
  | { dialog: "link"; made: OneTimeLink; title: string; text: string };

export function MembersPage() {
  const { data, error, reload } = useResource("members", peopleApi.members);
  const { state } = useSession();
  const ownId = state.status === "ready" ? state.session.memberId : "";
  const self = data?.members.find(({ id }) => id === ownId);
  const [open, setOpen] = useState<Open>();
  const close = () => {
    setOpen(undefined);
    void reload();
  };
  const showLink = (title: string, text: string) => (made: OneTimeLink) =>
    setOpen({ dialog: "link", made, title, text: `${text} It works once and ends` });
  return (
    <Page
      title="Members"
      lead="Who may use this dashboard, and what each of them may do. A role counts in every project."
      actions={
        <Button look="primary" icon="plus" onClick={() => setOpen({ dialog: "invite" })}>
          Invite somebody
        </Button>
      }
    >
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      <Card isFlush>
        {data ? (
          <MemberTable
            members={data.members}
            onOpen={(member) => setOpen({ dialog: "member", member })}
          />
        ) : (
          <Skeleton lines={4} />
        )}
      </Card>
      {data && data.invitations.length > 0 && (
        <Card title="Open invitations" isFlush>
          <InvitationTable invitations={data.invitations} onRevoked={reload} />
        </Card>
      )}
      {self && <TokenCard hasPassword={self.hasPassword} />}
      {open?.dialog === "invite" && (
        <InviteDialog
          nameless={data?.members.find(({ email }) => email === null)}
          onMade={showLink("Invitation", "Send it to the person you invite.")}
          onClose={close}
        />
      )}
      {open?.dialog === "member" && (
        <MemberDialog
          member={open.member}
          onReset={showLink("Link to set a password", "Send it to the member.")}
          onClose={close}
        />
      )}
      {open?.dialog === "link" && <LinkDialog {...open} onClose={close} />}
    </Page>
  );
}

type InvitationTableProps = { invitations: Invitation[]; onRevoked: () => void };

function InvitationTable({ invitations, onRevoked }: InvitationTableProps) {
  const say = useToast();
  const revoke = useAction(async (id: string) => {
    await peopleApi.revokeInvitation(id);
    onRevoked();
  });
  const run = async (id: string) => {
    say(
      (await revoke.run(id)) ? "The invitation is revoked." : "Revoking did not work. Try again.",
    );
  };
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">Role</th>
          <th scope="col">Invited by</th>
          <th scope="col">Ends</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {invitations.map(({ id, email, role, invitedBy, expiresAt }) => (
          <tr key={id}>
            <th scope="row" className="key-cell">
              <span className="row-title">{email ?? "Whoever has the link"}</span>
            </th>
            <td data-label="Role">{roleLabel(role)}</td>
            <td data-label="Invited by">{invitedBy}</td>
            <td data-label="Ends">
              <Time iso={expiresAt} />
            </td>
            <td className="table-action">
              <Button
                isSmall
                look="quiet"
                onClick={() => void run(id)}
                aria-label={`Revoke the invitation for ${email ?? "whoever has the link"}`}
              >
                Revoke
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
