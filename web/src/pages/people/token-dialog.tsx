import { type FormEvent, useState } from "react";
import type { CreatedToken, TokenScope } from "../../../../src/contract/owner/owner-tokens.ts";
import { Button } from "../../ui/button.tsx";
import { ChoiceCards } from "../../ui/choice.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { SelectField, TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { PasswordField } from "../../ui/password-field.tsx";
import { useAction } from "../../use-action.ts";
import { peopleApi } from "./people-api.ts";

const scopes = [
  { value: "write", label: "Change", hint: "Sets up projects, sources, keys and settings" },
  { value: "read", label: "Look", hint: "Reads them, for a plan in a pull request" },
] as const;

const lasting: [days: string, label: string][] = [
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In 365 days"],
  ["", "Never"],
];

type TokenDialogProps = { hasPassword: boolean; onMade: () => void; onClose: () => void };

export function TokenDialog({ hasPassword, onMade, onClose }: TokenDialogProps) {
  const [label, setLabel] = useState("");
  const [scope, setScope] = useState<TokenScope>("write");
  const [days, setDays] = useState("90");
  const [current, setCurrent] = useState("");
  const [made, setMade] = useState<CreatedToken>();
  const create = useAction(async () => {
    const expiresInDays = days === "" ? null : Number(days);
    setMade(await peopleApi.createToken({ label, scope, expiresInDays, current }));
    onMade();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void create.run();
  };
  if (made) return <MadeToken made={made} onClose={onClose} />;
  return (
    <Dialog title="Create a token" onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-body">
          <TextField
            label="Label"
            required
            maxLength={100}
            placeholder="Terraform"
            hint="The program that uses it; the activity names it."
            error={create.faultOf("label")}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
          <ChoiceCards legend="It may" options={scopes} value={scope} onChange={setScope} />
          <SelectField
            label="Expires"
            value={days}
            onChange={(event) => setDays(event.target.value)}
          >
            {lasting.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </SelectField>
          {hasPassword && (
            <PasswordField
              label="Your password"
              value={current}
              onChange={setCurrent}
              autoComplete="current-password"
              isFirst={false}
              error={create.faultOf("current")}
            />
          )}
          {create.error && <Notice tone="bad">{create.error}</Notice>}
        </div>
        <footer className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={create.isBusy}>
            Create token
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The only time a token is ever shown. */
function MadeToken({ made, onClose }: { made: CreatedToken; onClose: () => void }) {
  return (
    <Dialog title="Your new token" onClose={onClose} isWide isSticky>
      <div className="dialog-body">
        <Notice tone="warn" title="Copy it now">
          <p>
            This is the only time the token is shown. It acts in your name: keep it in the secret
            store of your CI, out of files and repositories.
          </p>
        </Notice>
        <div className="secret">
          <code data-testid="new-token">{made.token}</code>
          <CopyButton text={made.token} label="Copy token" look="primary" />
        </div>
      </div>
      <footer className="dialog-foot">
        <Button look="primary" onClick={onClose}>
          I have stored the token
        </Button>
      </footer>
    </Dialog>
  );
}
