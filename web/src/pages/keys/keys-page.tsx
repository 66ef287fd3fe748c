import { useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { KeySummary } from "../../../../src/contract/keys.ts";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { CreatedKeyDialog } from "./created-key-dialog.tsx";
import type { MadeKey } from "./key-snippets.ts";
import { KeyTable } from "./key-table.tsx";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";

type Open =
  | { dialog: "create" }
  | { dialog: "created"; made: MadeKey }
  | { dialog: "revoke"; key: KeySummary }
  | undefined;

export function KeysPage({ project }: { project: ProjectSummary }) {
  const { domain } = project;
  const [open, setOpen] = useState<Open>(undefined);
  const { data, error, reload } = useResource(`keys ${domain}`, () => api.keys(domain), {
    live: ["keys"],
  });
  const close = () => setOpen(undefined);
  const showMade = (made: MadeKey) => {
    setOpen({ dialog: "created", made });
    void reload();
  };
  return (
    <Page
      title="API keys"
      lead="Assistant keys are public and ask questions. Admin keys are secret and run jobs."
      actions={
        <Button look="primary" icon="plus" onClick={() => setOpen({ dialog: "create" })}>
          Create key
        </Button>
      }
    >
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      <Card isFlush>
        {!data && error === undefined && <Skeleton lines={5} />}
        {data?.keys.length === 0 && (
          <Empty icon="key" title="No key yet">
            <p>
              A chat on your site needs an assistant key; a script that starts jobs an admin key.
            </p>
            <Button look="primary" icon="plus" onClick={() => setOpen({ dialog: "create" })}>
              Create the first key
            </Button>
          </Empty>
        )}
        {data && data.keys.length > 0 && (
          <KeyTable keys={data.keys} onRevoke={(key) => setOpen({ dialog: "revoke", key })} />
        )}
      </Card>
      {open?.dialog === "create" && (
        <CreateKeyDialog domain={domain} onMade={showMade} onClose={close} />
      )}
      {open?.dialog === "created" && (
        <CreatedKeyDialog domain={domain} made={open.made} onClose={close} />
      )}
      {open?.dialog === "revoke" && (
        <RevokeKeyDialog domain={domain} apiKey={open.key} onRevoked={reload} onClose={close} />
      )}
    </Page>
  );
}
