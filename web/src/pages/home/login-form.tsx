import { type FormEvent, useState } from "react";
import type { RepositoryLogin } from "../../../../src/contract/secrets.ts";
import { api } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Segments } from "../../ui/choice.tsx";
import { TextArea, TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAction } from "../../use-action.ts";

type Draft = { kind: RepositoryLogin["kind"]; secret: string; username: string; appId: string };

const empty: Draft = { kind: "token", secret: "", username: "", appId: "" };
const kinds = [
  { value: "token", label: "Token" },
  { value: "app", label: "GitHub App" },
] as const;

type LoginFormProps = { domain: string; sourceId: string; onStored: () => Promise<void> };

/** Stores what opens a repository. It leaves the page with the request and is never shown again. */
export function LoginForm({ domain, sourceId, onStored }: LoginFormProps) {
  const [draft, setDraft] = useState(empty);
  const change = (part: Partial<Draft>) => setDraft({ ...draft, ...part });
  const store = useAction(async () => {
    await api.setLogin(domain, sourceId, loginOf(draft));
    setDraft({ ...empty, kind: draft.kind });
    await onStored();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void store.run();
  };
  return (
    <form onSubmit={submit} autoComplete="off">
      <Segments
        legend="Kind of login"
        options={kinds}
        value={draft.kind}
        onChange={(kind) => setDraft({ ...empty, kind })}
      />
      {draft.kind === "token" ? (
        <TokenFields draft={draft} change={change} faultOf={store.faultOf} />
      ) : (
        <AppFields draft={draft} change={change} faultOf={store.faultOf} />
      )}
      {store.error && <Notice tone="bad">{store.error}</Notice>}
      <Button type="submit" look="primary" isBusy={store.isBusy} disabled={draft.secret === ""}>
        Store
      </Button>
    </form>
  );
}

type FieldsProps = {
  draft: Draft;
  change: (part: Partial<Draft>) => void;
  faultOf: (field: string) => string;
};

function TokenFields({ draft, change, faultOf }: FieldsProps) {
  return (
    <>
      <TextField
        label="New token"
        type="password"
        autoComplete="off"
        hint="It is sealed, used from the next sync on, and never shown again."
        error={faultOf("token")}
        value={draft.secret}
        onChange={(event) => change({ secret: event.target.value })}
      />
      <TextField
        label="User name"
        isOptional
        autoComplete="off"
        hint="Where a host wants one: GitLab oauth2, Bitbucket x-token-auth."
        error={faultOf("username")}
        value={draft.username}
        onChange={(event) => change({ username: event.target.value })}
      />
    </>
  );
}

function AppFields({ draft, change, faultOf }: FieldsProps) {
  return (
    <>
      <TextField
        label="App id"
        required
        autoComplete="off"
        error={faultOf("appId")}
        value={draft.appId}
        onChange={(event) => change({ appId: event.target.value })}
      />
      <TextArea
        label="Private key"
        className="input mono"
        rows={4}
        spellCheck={false}
        autoComplete="off"
        hint="The whole file that GitHub made, from BEGIN to END."
        error={faultOf("privateKey")}
        value={draft.secret}
        onChange={(event) => change({ secret: event.target.value })}
      />
    </>
  );
}

function loginOf({ kind, secret, username, appId }: Draft): RepositoryLogin {
  if (kind === "app") return { kind, appId: appId.trim(), privateKey: `${secret.trim()}\n` };
  const name = username.trim();
  return { kind, token: secret.trim(), ...(name !== "" && { username: name }) };
}
