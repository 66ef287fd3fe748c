import { type FormEvent, useState } from "react";
import type { DashboardSession } from "../../../../src/contract/dashboard.ts";
import { useResource } from "../../resource.tsx";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { useSession } from "../../session.tsx";
import { PlainFrame } from "../../shell/plain-frame.tsx";
import { Button, LinkButton } from "../../ui/button.tsx";
import { TextField } from "../../ui/field.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAction } from "../../use-action.ts";
import { usePageTitle } from "../../use-page-title.ts";
import { passwordStrength, shortestPassword } from "../setup/password-strength.ts";
import { StrengthMeter } from "../setup/strength-meter.tsx";
import { useFragmentToken } from "../setup/use-fragment-token.ts";
import { peopleApi, signInAddress } from "./people-api.ts";
import { roleLabel } from "./roles.ts";

/** Where the link of an invitation leads. */
export function InvitePage({ session }: { session: DashboardSession }) {
  usePageTitle("Invitation");
  const token = useFragmentToken();
  return (
    <PlainFrame>
      <div className="entry">
        <h1>You are invited to Docent</h1>
        {token === "" ? <NoToken /> : <Invited token={token} session={session} />}
      </div>
    </PlainFrame>
  );
}

function NoToken() {
  return (
    <>
      <p className="lead">Open the whole link, with the part behind the #.</p>
      <LinkButton to={paths.login()}>Log in</LinkButton>
    </>
  );
}

function Invited({ token, session }: { token: string; session: DashboardSession }) {
  const { data, error, reload } = useResource(`invitation ${token}`, () =>
    peopleApi.invitation(token),
  );
  if (error !== undefined) return <LoadFailed error={error} retry={reload} />;
  if (!data) return <Skeleton lines={4} />;
  const role = roleLabel(data.role).toLowerCase();
  return (
    <>
      <p className="lead">
        You become {role === "viewer" ? "a viewer" : `an ${role}`} of this dashboard
        {session.loggedIn && ", and are logged out of the account you use now"}.
      </p>
      {session.singleSignOn !== null && <SignInButton token={token} label={session.singleSignOn} />}
      {session.singleSignOn !== null && session.passwordLogin && <p className="entry-or">or</p>}
      {session.passwordLogin && <JoinForm token={token} invited={data.email} />}
    </>
  );
}

function SignInButton({ token, label }: { token: string; label: string }) {
  const begin = useAction(async () => {
    await peopleApi.prepareJoin(token);
    window.location.assign(signInAddress.prepared(paths.projects()));
  });
  return (
    <>
      <Button look="primary" isBusy={begin.isBusy} onClick={() => void begin.run()}>
        Continue with {label}
      </Button>
      {begin.error && <Notice tone="bad">{begin.error}</Notice>}
    </>
  );
}

function JoinForm({ token, invited }: { token: string; invited: string | null }) {
  const { navigate } = useRouter();
  const { refresh } = useSession();
  const [name, setName] = useState("");
  const [email, setEmail] = useState(invited ?? "");
  const [password, setPassword] = useState("");
  const join = useAction(
    async () => {
      await peopleApi.join({ token, name, email, password });
      await refresh();
    },
    { expectsWrongPassword: true },
  );
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await join.run()) navigate(paths.projects(), { replace: true });
  };
  const isReady = name.trim() !== "" && [...password].length >= shortestPassword;
  return (
    <form className="entry-form" onSubmit={submit}>
      <TextField
        label="Your name"
        autoComplete="name"
        maxLength={100}
        error={join.faultOf("name")}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="username"
        required
        maxLength={254}
        readOnly={invited !== null}
        hint={invited === null ? "You log in with it." : "The invitation is for this email."}
        error={join.faultOf("email")}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <PasswordField
        label="Password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        isFirst={false}
        error={join.faultOf("password")}
        hint={<StrengthMeter strength={passwordStrength(password)} />}
      />
      {join.error && <Notice tone="bad">{join.error}</Notice>}
      <Button type="submit" look="primary" isBusy={join.isBusy} disabled={!isReady}>
        Accept and log in
      </Button>
    </form>
  );
}
