import type { Member } from "../../../../src/contract/members.ts";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Time } from "../../ui/time.tsx";
import { roleLabel } from "./roles.ts";

type MemberTableProps = { members: Member[]; onOpen: (member: Member) => void };

const tones: Record<Member["state"], Tone> = {
  active: "good",
  disabled: "neutral",
  locked: "warn",
};

export function MemberTable({ members, onOpen }: MemberTableProps) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Member</th>
          <th scope="col">Role</th>
          <th scope="col">State</th>
          <th scope="col">Logs in by</th>
          <th scope="col">Last seen</th>
          <th scope="col">
            <span className="visually-hidden">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberRow key={member.id} member={member} onOpen={() => onOpen(member)} />
        ))}
      </tbody>
    </table>
  );
}

function MemberRow({ member, onOpen }: { member: Member; onOpen: () => void }) {
  const { email, role, state, lastSeenAt } = member;
  const name = shownName(member);
  return (
    <tr className={state === "active" ? "" : "is-past"}>
      <th scope="row" className="key-cell">
        <span className="row-title">{name}</span>
        {email && email !== name && <span className="row-sub">{email}</span>}
      </th>
      <td data-label="Role">
        <Badge tone={role === "owner" ? "accent" : "neutral"}>{roleLabel(role)}</Badge>
      </td>
      <td data-label="State">
        <Badge tone={tones[state]}>{state}</Badge>
      </td>
      <td data-label="Logs in by">{waysOf(member)}</td>
      <td data-label="Last seen">{lastSeenAt ? <Time iso={lastSeenAt} /> : "Never"}</td>
      <td className="table-action">
        <Button isSmall look="quiet" onClick={onOpen} aria-label={`Manage ${name}`}>
          Manage
        </Button>
      </td>
    </tr>
  );
}

export function shownName({ name, email, role }: Member): string {
  return name || email || roleLabel(role);
}

function waysOf({ hasPassword, hasSingleSignOn }: Member): string {
  const ways = [hasPassword ? "Password" : "", hasSingleSignOn ? "Single sign-on" : ""];
  return ways.filter((way) => way !== "").join(", ") || "Nothing yet";
}
