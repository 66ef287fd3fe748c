import { type FormEvent, useState } from "react";
import type { Account } from "../../../../src/contract/members.ts";
import { useResource } from "../../resource.tsx";
import { useSession } from "../../session.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { TextField } from "../../ui/field.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";
import { PasswordCard } from "./password-card.tsx";
import { peopleApi } from "./people-api.ts";
import { roleLabel } from "./roles.ts";
import { SignInCard } from "./sign-in-card.tsx";

export function AccountPage() {
  const { data, error, reload } = useResource("account", peopleApi.account);
  return (
    <Page title="Your account" lead={data && <RoleLine account={data} />}>
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {!data && error === undefined && <Skeleton lines={6} />}
      {data && (
        <>
          <ProfileCard account={data} onSaved={reload} />
          <PasswordCard hasPassword={data.member.hasPassword} onChanged={reload} />
          <SignInCard member={data.member} onChanged={reload} />
          <SessionsCard account={data} onEnded={reload} />
        </>
      )}
    </Page>
  );
}

function RoleLine({ account: { member } }: { account: Account }) {
  return (
    <p>
      Your role here: <strong>{roleLabel(member.role)}</strong>. An owner can change it.
    </p>
  );
}

function ProfileCard({ account: { member }, onSaved }: { account: Account; onSaved: () => void }) {
  const { refresh } = useSession();
  const say = useToast();
  const [name, setName] = useState(member.name);
  const [email, setEmail] = useState(member.email ?? "");
  const save = useAction(async () => {
    await peopleApi.saveAccount({ name, email: email.trim() === "" ? null : email });
    await refresh();
    onSaved();
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await save.run()) say("Your name and email are saved.");
  };
  return (
    <Card title="Name and email">
      <form className="account-form" onSubmit={submit}>
        <TextField
          label="Name"
          autoComplete="name"
          maxLength={100}
          error={save.faultOf("name")}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <TextField
          label="Email"
          type="email"
          autoComplete="email"
          maxLength={254}
          hint="You log in with it as soon as you are not alone here."
          error={save.faultOf("email")}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        {save.error && <Notice tone="bad">{save.error}</Notice>}
        <div>
          <Button type="submit" look="primary" isBusy={save.isBusy}>
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}

function SessionsCard({ account, onEnded }: { account: Account; onEnded: () => void }) {
  const say = useToast();
  const end = useAction(async (id: string) => {
    await peopleApi.endSession(id);
    onEnded();
  });
  const run = async (id: string) => {
    say((await end.run(id)) ? "That browser is logged out." : "That did not work. Try again.");
  };
  return (
    <Card title="Where you are logged in" isFlush>
      <ul className="session-list">
        {account.sessions.map(({ id, browser, isCurrent, lastUsedAt, createdAt }) => (
          <li key={id} className="session-row">
            <span className="session-text">
              <span className="row-title">{browser || "A browser"}</span>
              <span className="row-sub">
                Last used <Time iso={lastUsedAt} />, since <Time iso={createdAt} />
              </span>
            </span>
            {isCurrent ? (
              <Badge tone="good">this browser</Badge>
            ) : (
              <Button
                isSmall
                look="quiet"
                onClick={() => void run(id)}
                aria-label={`Log out ${browser || "that browser"}`}
              >
                Log out
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
