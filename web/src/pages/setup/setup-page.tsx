import { type FormEvent, useState } from "react";
import type { DashboardSession } from "../../../../src/contract/dashboard.ts";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { useSession } from "../../session.tsx";
import { PlainFrame } from "../../shell/plain-frame.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useAction } from "../../use-action.ts";
import { usePageTitle } from "../../use-page-title.ts";
import { NeedsSetupPage } from "./needs-setup-page.tsx";
import { passwordStrength, shortestPassword } from "./password-strength.ts";
import { StrengthMeter } from "./strength-meter.tsx";
import { useFragmentToken } from "./use-fragment-token.ts";

/** Where one-time links lead: the first owner, or a member whose password was reset, chooses one. */
export function SetupPage({ session }: { session: DashboardSession }) {
  usePageTitle("Set up");
  const token = useFragmentToken();
  if (!token) return session.needsSetup ? <NeedsSetupPage /> : <AlreadySetUp />;
  return session.needsSetup ? <SetupForm token={token} isFirst /> : <LaterLink token={token} />;
}

/** An owner's link for somebody who has an account: looked at first, because it may have been used. */
function LaterLink({ token }: { token: string }) {
  const { data, error } = useResource(`set-up ${token}`, async () => {
    await api.checkSetUp(token);
    return true;
  });
  if (error !== undefined) return <AlreadySetUp />;
  return data ? <SetupForm token={token} /> : null;
}

function SetupForm({ token, isFirst = false }: { token: string; isFirst?: boolean }) {
  const { navigate } = useRouter();
  const { refresh } = useSession();
  const [password, setPassword] = useState("");
  const setUp = useAction(
    async () => {
      await api.setUp(token, password);
      await refresh();
    },
    { expectsWrongPassword: true },
  );
  const strength = passwordStrength(password);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await setUp.run()) navigate(paths.projects(), { replace: true });
  };
  return (
    <PlainFrame>
      <form className="entry" onSubmit={submit}>
        <h1>{isFirst ? "Welcome to Docent" : "Choose a new password"}</h1>
        <p className="lead">
          {isFirst
            ? "Choose the password that opens this dashboard. You are its owner."
            : "It takes the place of the one you had. You are logged in with it at once."}
        </p>
        <PasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          username="owner"
          error={setUp.faultOf("password")}
          hint={<StrengthMeter strength={strength} />}
        />
        {setUp.error && <Notice tone="bad">{setUp.error}</Notice>}
        <Button
          type="submit"
          look="primary"
          isBusy={setUp.isBusy}
          disabled={[...password].length < shortestPassword}
        >
          Set password and log in
        </Button>
        <p className="entry-foot">
          It is stored as an argon2id hash on this server only, and cannot be shown again.
        </p>
      </form>
    </PlainFrame>
  );
}

function AlreadySetUp() {
  return (
    <PlainFrame>
      <div className="entry">
        <h1>Already set up</h1>
        <p className="lead">
          A password has been chosen, or the link was used, replaced or has expired.
        </p>
        <LinkButton to={paths.login()} look="primary">
          Log in
        </LinkButton>
      </div>
    </PlainFrame>
  );
}
