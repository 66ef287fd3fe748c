import { type FormEvent, useState } from "react";
import type { Member } from "../../../../src/contract/members.ts";
import { paths } from "../../routes.ts";
import { useSession } from "../../session.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";
import { peopleApi, signInAddress } from "./people-api.ts";

type SignInCardProps = { member: Member; onChanged: () => void };

export function SignInCard({ member, onChanged }: SignInCardProps) {
  const { state } = useSession();
  const session = state.status === "ready" ? state.session : undefined;
  const provider = session?.singleSignOn ?? null;
  if (provider === null) return null;
  const { hasPassword, hasSingleSignOn } = member;
  const mayDisconnect = hasPassword && session?.passwordLogin === true;
  return (
    <Card title="Single sign-on">
      <div className="account-form">
        <p>
          {hasSingleSignOn
            ? `You can log in with ${provider}.`
            : `Log in with ${provider} once, and you can do so from now on.`}
        </p>
        {(!hasSingleSignOn || mayDisconnect) && (
          <SignInForm
            key={String(hasSingleSignOn)}
            provider={provider}
            member={member}
            onChanged={onChanged}
          />
        )}
      </div>
    </Card>
  );
}

/** A way in is added or taken away by whoever knows the password, where there is one. */
function SignInForm({ provider, member, onChanged }: SignInCardProps & { provider: string }) {
  const { hasPassword, hasSingleSignOn } = member;
  const say = useToast();
  const [current, setCurrent] = useState("");
  const change = useAction(async () => {
    if (hasSingleSignOn) {
      await peopleApi.disconnect(current);
      onChanged();
      say(`${provider} is disconnected. Your other browsers are logged out.`);
      return;
    }
    await peopleApi.prepareConnect(current);
    window.location.assign(signInAddress.prepared(paths.people("account")));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void change.run();
  };
  return (
    <form className="account-form" onSubmit={submit}>
      {hasPassword && (
        <PasswordField
          label="Your password"
          value={current}
          onChange={setCurrent}
          autoComplete="current-password"
          isFirst={false}
          error={change.faultOf("current")}
        />
      )}
      {change.error && <Notice tone="bad">{change.error}</Notice>}
      <div>
        <Button type="submit" isBusy={change.isBusy} disabled={hasPassword && current === ""}>
          {hasSingleSignOn ? "Disconnect" : "Connect"} {provider}
        </Button>
      </div>
    </form>
  );
}
