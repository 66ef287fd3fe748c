import { type FormEvent, useState } from "react";
import { api } from "../../api.ts";
import { useSession } from "../../session.tsx";
import { PlainFrame } from "../../shell/plain-frame.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useAction } from "../../use-action.ts";
import { usePageTitle } from "../../use-page-title.ts";

export function LoginPage() {
  usePageTitle("Log in");
  const { refresh } = useSession();
  const [password, setPassword] = useState("");
  const logIn = useAction(
    async () => {
      await api.logIn(password);
      await refresh();
    },
    { expectsWrongPassword: true },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void logIn.run();
  };
  return (
    <PlainFrame>
      <form className="entry" onSubmit={submit}>
        <h1>Log in</h1>
        <p className="lead">Enter the owner’s password of this Docent.</p>
        <PasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          autoComplete="current-password"
        />
        {logIn.error && <Notice tone="bad">{logIn.error}</Notice>}
        <Button type="submit" look="primary" isBusy={logIn.isBusy} disabled={password === ""}>
          Log in
        </Button>
      </form>
    </PlainFrame>
  );
}
