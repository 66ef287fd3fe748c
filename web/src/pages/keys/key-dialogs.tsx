import type { KeySummary } from "../../../../src/contract/keys.ts";
import { CreateKeyDialog } from "./create-key-dialog.tsx";
import { CreatedKeyDialog } from "./created-key-dialog.tsx";
import type { MadeKey } from "./key-snippets.ts";
import { RevokeKeyDialog } from "./revoke-key-dialog.tsx";
import { InstallWidgetDialog } from "./widget/install-widget-dialog.tsx";

export type OpenKeyDialog =
  | { dialog: "create" }
  | { dialog: "created"; made: MadeKey }
  | { dialog: "install"; key: KeySummary }
  | { dialog: "revoke"; key: KeySummary }
  | undefined;

type KeyDialogsProps = {
  domain: string;
  open: OpenKeyDialog;
  change: (next: OpenKeyDialog) => void;
  reload: () => Promise<void>;
};

export function KeyDialogs({ domain, open, change, reload }: KeyDialogsProps) {
  const close = () => change(undefined);
  const showMade = (made: MadeKey) => {
    change({ dialog: "created", made });
    void reload();
  };
  switch (open?.dialog) {
    case "create":
      return <CreateKeyDialog domain={domain} onMade={showMade} onClose={close} />;
    case "created":
      return <CreatedKeyDialog domain={domain} made={open.made} onClose={close} />;
    case "install":
      return <InstallWidgetDialog domain={domain} apiKey={open.key} onClose={close} />;
    case "revoke":
      return (
        <RevokeKeyDialog domain={domain} apiKey={open.key} onRevoked={reload} onClose={close} />
      );
    default:
      return null;
  }
}
