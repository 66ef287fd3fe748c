import { type FormEvent, useState } from "react";
import type { DashboardSession } from "../../../../src/contract/dashboard.ts";
import { api } from "../../api.ts";
import { useRouter } from "../../router.tsx";
import { nextAfterLogin } from "../../routes.ts";
import { useSession } from "../../session.tsx";
import { PlainFrame } from "../../shell/plain-frame.tsx";
import { Button } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useAction } from "../../use-action.ts";
import { usePageTitle } from "../../use-page-title.ts";
import { signInAddress } from "../people/people-api.ts";

export function LoginPage({ session }: { session: DashboardSession }) {
  usePageTitle("Log in");
  const { search } = useRouter();
  const { singleSignOn, passwordLogin } = session;
  return (
    <PlainFrame>
      <div className="entry">
        <h1>Log in</h1>
        {singleSignOn !== null && (
          <a className="button button-primary" href={signInAddress.begin(nextAfterLogin(search))}>
            Continue with {singleSignOn}
          </a>
        )}
        {singleSignOn !== null && passwordLogin && <p className="entry-or">or</p>}
        {passwordLogin && <PasswordForm session={session} />}
      </div>
    </PlainFrame>
  );
}

/** While one person alone can log in, the password is enough. */
function PasswordForm({ session: { asksEmail, singleSignOn } }: { session: DashboardSession }) {
  const { refresh } = useSession();
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const logIn = useAction(
    async () => {
      await api.logIn(password, asksEmail ? email : undefined);
      await refresh();
    },
    { expectsWrongPassword: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void logIn.run();
  };
  return (
    <form className="entry-form" onSubmit={submit}>
      {!asksEmail && <p className="lead">Enter the owner’s password of this Docent.</p>}
      {asksEmail && (
        <TextField
          label="Email"
          type="email"
          name="username"
          autoComplete="username"
          autoFocus
          maxLength={254}
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      )}
      <PasswordField
        label="Password"
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        username={asksEmail ? "" : "owner"}
        isFirst={!asksEmail}
      />
      {logIn.error && <Notice tone="bad">{logIn.error}</Notice>}
      <Button
        type="submit"
        look={singleSignOn === null ? "primary" : "plain"}
        isBusy={logIn.isBusy}
        disabled={password === ""}
      >
        Log in
      </Button>
    </form>
  );
}
