import { useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { ProjectSettings } from "../../../../src/contract/project-settings.ts";
import type { SourceSummary } from "../../../../src/contract/sources.ts";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";
import { ConnectionDialog } from "../home/connection-dialog.tsx";
import { SourceRow } from "../home/source-row.tsx";
import { SourceDialog } from "./source-dialog.tsx";

type SourceSectionProps = {
  project: ProjectSummary;
  settings: ProjectSettings;
  mayChange: boolean;
  refreshProject: () => Promise<void>;
};

type Open =
  | { dialog: "add" }
  | { dialog: "edit" | "remove"; source: SourceSummary }
  | { dialog: "connect"; sourceId: string }
  | undefined;

/** Where the docs come from: what is read, how it is doing, and what can be done about it. */
export function SourceSection(props: SourceSectionProps) {
  const { project, settings, mayChange, refreshProject } = props;
  const { domain } = project;
  const [open, setOpen] = useState<Open>(undefined);
  const { data, error, reload } = useResource(`sources ${domain}`, () => api.sources(domain), {
    live: ["sources"],
  });
  const sync = useAction(async () => {
    try {
      await api.sync(domain);
      await refreshProject();
    } finally {
      await reload();
    }
  });
  const close = () => setOpen(undefined);
  const isServed = (source: SourceSummary) =>
    settings.servedBy !== "" && source.id === data?.sources[0]?.id;
  const connecting = open?.dialog === "connect" ? open.sourceId : "";
  const connected = data?.sources.find(({ id }) => id === connecting);
  const isShown = data?.sources.some((source) => source.error === sync.error) ?? false;
  return (
    <Card
      title="Sources"
      aside={<Aside {...{ mayChange, sync }} onAdd={() => setOpen({ dialog: "add" })} />}
    >
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {sync.error && !isShown && <Notice tone="bad">{sync.error}</Notice>}
      <ul className="sources-list setting-sources" aria-label="Sources">
        {data?.sources.map((source) => (
          <SourceRow key={source.id} domain={domain} source={source}>
            {mayChange && (
              <SourceActions
                source={source}
                isServed={isServed(source)}
                isLast={data.sources.length === 1}
                open={(dialog) => setOpen({ dialog, source })}
              />
            )}
            {isServed(source) && (
              <span className="soft">Set by {settings.servedBy} in the environment</span>
            )}
          </SourceRow>
        ))}
      </ul>
      {open?.dialog === "add" && (
        <SourceDialog
          domain={domain}
          onClose={close}
          onSaved={async (sourceId) => {
            await reload();
            setOpen({ dialog: "connect", sourceId });
          }}
        />
      )}
      {open?.dialog === "edit" && (
        <SourceDialog
          {...{ domain, source: open.source, isServed: isServed(open.source) }}
          onClose={close}
          onSaved={async () => {
            await reload();
            close();
          }}
        />
      )}
      {open?.dialog === "remove" && (
        <RemoveSource
          {...{ domain, source: open.source, onClose: close }}
          onRemoved={async () => {
            sync.reset();
            await reload();
          }}
        />
      )}
      {connected && <ConnectionDialog domain={domain} source={connected} onClose={close} />}
    </Card>
  );
}

type AsideProps = {
  mayChange: boolean;
  sync: { isBusy: boolean; run: () => Promise<boolean> };
  onAdd: () => void;
};

function Aside({ mayChange, sync, onAdd }: AsideProps) {
  if (!mayChange) return null;
  return (
    <span className="setting-actions">
      <Button isSmall icon="sync" isBusy={sync.isBusy} onClick={() => sync.run()}>
        {sync.isBusy ? "Syncing" : "Sync now"}
      </Button>
      <Button isSmall icon="plus" onClick={onAdd}>
        Add source
      </Button>
    </span>
  );
}

type SourceActionsProps = {
  source: SourceSummary;
  isServed: boolean;
  isLast: boolean;
  open: (dialog: "edit" | "remove") => void;
};

function SourceActions({ isServed, isLast, open }: SourceActionsProps) {
  return (
    <>
      <Button isSmall look="quiet" onClick={() => open("edit")}>
        Edit
      </Button>
      {!isServed && !isLast && (
        <Button isSmall look="quiet" onClick={() => open("remove")}>
          Remove
        </Button>
      )}
    </>
  );
}

type RemoveSourceProps = {
  domain: string;
  source: SourceSummary;
  onClose: () => void;
  onRemoved: () => Promise<void>;
};

function RemoveSource({ domain, source, onClose, onRemoved }: RemoveSourceProps) {
  const say = useToast();
  const remove = useAction(async () => {
    await api.removeSource(domain, source.id);
    await onRemoved();
    say("The source is removed.");
    onClose();
  });
  return (
    <ConfirmDialog
      title="Remove this source?"
      action="Remove source"
      look="danger"
      isBusy={remove.isBusy}
      error={remove.error}
      onConfirm={() => remove.run()}
      onClose={onClose}
    >
      <p>
        The pages of <span className="mono break">{source.location}</span> are out of the answers at
        once. The repository itself stays as it is.
      </p>
    </ConfirmDialog>
  );
}
