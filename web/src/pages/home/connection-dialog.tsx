import { useEffect, useRef, useState } from "react";
import type { ConnectionFinding, WebhookConnection } from "../../../../src/contract/connections.ts";
import type { SourceSummary } from "../../../../src/contract/sources.ts";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { useAction } from "../../use-action.ts";
import { LoginForm } from "./login-form.tsx";

type ConnectionProps = { domain: string; source: SourceSummary };
type ConnectionDialogProps = ConnectionProps & { onClose: () => void };

/** What opens a source's repository, what its forge tells by itself, and what stands in the way. */
export function ConnectionDialog({ domain, source, onClose }: ConnectionDialogProps) {
  const [hook, setHook] = useState<WebhookConnection | undefined>(undefined);
  const isShownOnce = hook !== undefined && hook.secret !== "";
  return (
    <Dialog title="Connection" onClose={onClose} isWide isSticky={isShownOnce}>
      <div className="dialog-body">
        <Check domain={domain} source={source} />
        <Login domain={domain} source={source} />
        <Webhook domain={domain} source={source} hook={hook} onMade={setHook} />
      </div>
      <footer className="dialog-foot">
        <Button look={isShownOnce ? "primary" : "plain"} onClick={onClose}>
          {isShownOnce ? "I have stored the secret" : "Close"}
        </Button>
      </footer>
    </Dialog>
  );
}

const tones = { good: "good", note: "info", bad: "bad" } as const;

function Check({ domain, source }: ConnectionProps) {
  const [findings, setFindings] = useState<ConnectionFinding[]>([]);
  const check = useAction(async () => {
    setFindings((await api.checkConnection(domain, source.id)).findings);
  });
  return (
    <section className="connection-part">
      <Button icon="check" isBusy={check.isBusy} onClick={() => check.run()}>
        Check connection
      </Button>
      {check.error && <Notice tone="bad">{check.error}</Notice>}
      <div aria-live="polite" className="connection-findings">
        {findings.map(({ state, text }) => (
          <Notice key={text} tone={tones[state]}>
            {text}
          </Notice>
        ))}
      </div>
    </section>
  );
}

function Login({ domain, source }: ConnectionProps) {
  const secrets = useResource(`secrets ${domain}`, () => api.secrets(domain));
  const stored = secrets.data?.secrets.find(
    ({ sourceId, kind }) => sourceId === source.id && kind !== "webhook",
  );
  const remove = useAction(async () => {
    await api.removeLogin(domain, source.id);
    await secrets.reload();
  });
  return (
    <section className="connection-part">
      <h3>Token or app</h3>
      {stored && (
        <p>
          {stored.kind === "app" ? "The key of an app" : "A token"}
          {stored.hint && ` that ends in ${stored.hint}`} is stored, set by {stored.setBy}{" "}
          <Time iso={stored.updatedAt} />.{" "}
          <Button isSmall look="quiet" isBusy={remove.isBusy} onClick={() => remove.run()}>
            Remove
          </Button>
        </p>
      )}
      {stored?.isReadable === false && (
        <Notice tone="bad">
          It was sealed with a key that this server does not have: set DOCENT_SECRET_KEY to that
          key, or store it again.
        </Notice>
      )}
      {remove.error && <Notice tone="bad">{remove.error}</Notice>}
      <LoginForm domain={domain} sourceId={source.id} onStored={secrets.reload} />
    </section>
  );
}

type WebhookProps = ConnectionProps & {
  hook: WebhookConnection | undefined;
  onMade: (hook: WebhookConnection) => void;
};

function Webhook({ domain, source, hook, onMade }: WebhookProps) {
  const connect = useAction(async () => onMade(await api.connectWebhook(domain, source.id)));
  return (
    <section className="connection-part">
      <h3>Webhook</h3>
      <p className="soft">
        {source.deliveredAt ? (
          <>
            The last one arrived <Time iso={source.deliveredAt} />.
          </>
        ) : (
          "None has arrived yet: the source is polled."
        )}
      </p>
      <Button isBusy={connect.isBusy} onClick={() => connect.run()}>
        Set up webhook
      </Button>
      {connect.error && <Notice tone="bad">{connect.error}</Notice>}
      {hook?.isRegistered && <Notice tone="good">The forge sends webhooks from now on.</Notice>}
      {hook && !hook.isRegistered && <AddByHand hook={hook} />}
    </section>
  );
}

/** It is shown once, and stands below what fits on a screen. */
function AddByHand({ hook: { url, secret, reason } }: { hook: WebhookConnection }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    place.current?.scrollIntoView({ block: "start" });
  }, []);
  return (
    <div ref={place}>
      <Notice tone="warn" title="Add the webhook on the forge yourself">
        <p>{reason}</p>
        <p>
          Address, for JSON, with the events for pushes, pull requests and comments:{" "}
          <code className="break" data-testid="webhook-address">
            {url}
          </code>
        </p>
        <p>Secret, shown this once:</p>
        <div className="secret">
          <code data-testid="webhook-secret">{secret}</code>
          <CopyButton text={secret} label="Copy secret" look="primary" />
        </div>
      </Notice>
    </div>
  );
}
