import { type FormEvent, useState } from "react";
import type { WebhookConnection } from "../../../../src/contract/connections.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useAction } from "../../use-action.ts";
import { automationsApi } from "./automations-api.ts";

type RepositoryDialogProps = {
  domain: string;
  onClose: () => void;
  onSaved: () => Promise<void>;
};

type Place = { location: string; branch: string; token: string };

/** Names a repository of code, with what opens it. */
export function RepositoryDialog({ domain, onClose, onSaved }: RepositoryDialogProps) {
  const [place, setPlace] = useState<Place>({ location: "", branch: "", token: "" });
  const save = useAction(async () => {
    const { token, ...rest } = place;
    const login = token === "" ? {} : { login: { kind: "token" as const, token: token.trim() } };
    await automationsApi.addRepository(domain, { ...rest, ...login });
    await onSaved();
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void save.run();
  };
  const field = (name: keyof Place) => ({
    className: "input mono",
    autoComplete: "off",
    spellCheck: false,
    value: place[name],
    onChange: (event: { target: { value: string } }) =>
      setPlace({ ...place, [name]: event.target.value }),
  });
  return (
    <Dialog title="Add a code repository" onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-body">
          <TextField
            label="Repository"
            required
            placeholder="https://github.com/acme/app.git"
            hint="An https or ssh address."
            error={save.faultOf("location")}
            {...field("location")}
          />
          <TextField
            label="Branch"
            isOptional
            placeholder="The default branch"
            error={save.faultOf("branch")}
            {...field("branch")}
          />
          <TextField
            label="Token"
            isOptional
            type="password"
            hint="Reads the repository and its pull requests. It is sealed, sent to this host alone and never shown."
            error={save.faultOf("login")}
            {...field("token")}
          />
          {save.error && <Notice tone="bad">{save.error}</Notice>}
        </div>
        <footer className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={save.isBusy}>
            Add repository
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

/** The secret is shown this once, and only where a person has to add the webhook. */
export function WebhookDialog(props: { connection: WebhookConnection; onClose: () => void }) {
  const { connection, onClose } = props;
  const { url, isRegistered, secret, reason } = connection;
  return (
    <Dialog title="Webhook" onClose={onClose} isSticky={!isRegistered}>
      <div className="dialog-body">
        {isRegistered ? (
          <Notice tone="good">The forge sends webhooks from now on.</Notice>
        ) : (
          <>
            <Notice tone="warn" title="Add the webhook by hand">
              <p>{reason}</p>
            </Notice>
            <p>
              Add a webhook for pushes and pull requests with this address and this secret, which is
              not shown again.
            </p>
            <div className="secret">
              <code>{url}</code>
              <CopyButton text={url} label="Copy address" />
            </div>
            <div className="secret">
              <code>{secret}</code>
              <CopyButton text={secret} label="Copy secret" look="primary" />
            </div>
          </>
        )}
      </div>
      <div className="dialog-foot">
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
}
