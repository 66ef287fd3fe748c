import { useState } from "react";
import type { CodeRepository } from "../../../../src/contract/automations.ts";
import type { WebhookConnection } from "../../../../src/contract/connections.ts";
import { useResource } from "../../resource.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { useAction } from "../../use-action.ts";
import { useMay } from "../../use-may.ts";
import { automationsApi } from "./automations-api.ts";
import { RepositoryDialog, WebhookDialog } from "./repository-dialog.tsx";

type Open =
  | { dialog: "add" }
  | { dialog: "remove"; repository: CodeRepository }
  | { dialog: "webhook"; connection: WebhookConnection }
  | undefined;

/** Where code is that automations watch: owners say so, for a token of it may be kept. */
export function CodeRepositories({ domain }: { domain: string }) {
  const isOwner = useMay("owner");
  const [open, setOpen] = useState<Open>(undefined);
  const { data, error, reload } = useCodeRepositories(domain);
  const close = () => setOpen(undefined);
  const saved = async () => {
    await reload();
    close();
  };
  const repositories = data?.repositories ?? [];
  if (data && repositories.length === 0 && !isOwner) return null;
  return (
    <Card
      title="Code repositories"
      aside={
        isOwner && (
          <Button isSmall icon="plus" onClick={() => setOpen({ dialog: "add" })}>
            Add repository
          </Button>
        )
      }
    >
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {data && repositories.length === 0 && (
        <p className="soft">
          Add the repository of your code, and automations can start after a push to it or a merged
          pull request. It is not indexed, and nothing of it is run.
        </p>
      )}
      <ul className="code-repositories" aria-label="Code repositories">
        {repositories.map((repository) => (
          <RepositoryRow
            key={repository.id}
            {...{ domain, repository, isOwner }}
            onRemove={() => setOpen({ dialog: "remove", repository })}
            onConnected={(connection) => setOpen({ dialog: "webhook", connection })}
          />
        ))}
      </ul>
      {open?.dialog === "add" && (
        <RepositoryDialog domain={domain} onClose={close} onSaved={saved} />
      )}
      {open?.dialog === "remove" && (
        <RemoveDialog
          {...{ domain, repository: open.repository, onClose: close }}
          onRemoved={saved}
        />
      )}
      {open?.dialog === "webhook" && <WebhookDialog connection={open.connection} onClose={close} />}
    </Card>
  );
}

export function useCodeRepositories(domain: string) {
  return useResource(`code repositories ${domain}`, () => automationsApi.repositories(domain), {
    live: ["automations"],
  });
}

type RowProps = {
  domain: string;
  repository: CodeRepository;
  isOwner: boolean;
  onRemove: () => void;
  onConnected: (connection: WebhookConnection) => void;
};

function RepositoryRow({ domain, repository, isOwner, onRemove, onConnected }: RowProps) {
  const { id, location, branch, checkedAt, deliveredAt, error, webhookUrl } = repository;
  const connect = useAction(async () =>
    onConnected(await automationsApi.connectRepository(domain, id)),
  );
  return (
    <li>
      <div className="code-repository-text">
        <span className="mono break">{location}</span>
        <span className="soft">
          {branch || "default branch"}
          {" · "}
          {deliveredAt ? "webhooks arrive" : "polled"}
          {checkedAt && (
            <>
              {" · looked at "}
              <Time iso={checkedAt} />
            </>
          )}
        </span>
        {error && <Notice tone="bad">{error}</Notice>}
        {connect.error && <Notice tone="bad">{connect.error}</Notice>}
      </div>
      {isOwner && (
        <span className="setting-actions">
          {webhookUrl !== "" && (
            <Button isSmall look="quiet" isBusy={connect.isBusy} onClick={() => connect.run()}>
              Set up webhook
            </Button>
          )}
          <Button isSmall look="quiet" onClick={onRemove}>
            Remove
          </Button>
        </span>
      )}
    </li>
  );
}

type RemoveProps = {
  domain: string;
  repository: CodeRepository;
  onClose: () => void;
  onRemoved: () => Promise<void>;
};

function RemoveDialog({ domain, repository, onClose, onRemoved }: RemoveProps) {
  const remove = useAction(async () => {
    await automationsApi.removeRepository(domain, repository.id);
    await onRemoved();
  });
  return (
    <ConfirmDialog
      title="Remove this repository?"
      action="Remove repository"
      look="danger"
      isBusy={remove.isBusy}
      error={remove.error}
      onConfirm={() => remove.run()}
      onClose={onClose}
    >
      <p>
        What was stored to open <span className="mono break">{repository.location}</span> is
        deleted. The repository itself stays as it is.
      </p>
    </ConfirmDialog>
  );
}
