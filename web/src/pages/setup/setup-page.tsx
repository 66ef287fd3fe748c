import { type FormEvent, useEffect, useState } from "react";
import type { DashboardSession } from "../../../../src/contract/dashboard.ts";
import { api } from "../../api.ts";
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

/** Where the one-time link of the first start leads: the owner chooses a password. */
export function SetupPage({ session }: { session: DashboardSession }) {
  usePageTitle("Set up");
  const token = useFragmentToken();
  if (!session.needsSetup) return <AlreadySetUp />;
  if (!token) return <NeedsSetupPage />;
  return <SetupForm token={token} />;
}

function SetupForm({ token }: { token: string }) {
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
        <h1>Welcome to Docent</h1>
        <p className="lead">Choose the password that opens this dashboard. You are its owner.</p>
        <PasswordField
          label="Password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
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
        <p className="lead">A password has been chosen, so this link no longer works.</p>
        <LinkButton to={paths.login()} look="primary">
          Log in
        </LinkButton>
      </div>
    </PlainFrame>
  );
}

/** The token travels in the fragment, which no server log sees; it does not stay in the address either. */
function useFragmentToken(): string {
  const [token, setToken] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    const take = () => {
      const found = window.location.hash.slice(1);
      if (!found) return;
      setToken(found);
      window.history.replaceState(null, "", window.location.pathname);
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}
