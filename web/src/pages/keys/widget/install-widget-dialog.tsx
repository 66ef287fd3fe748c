import { type KeySummary, keyPrefixes } from "../../../../../src/contract/keys.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { LazyWidgetSetup } from "./lazy-widget-setup.tsx";

type InstallWidgetDialogProps = { domain: string; apiKey: KeySummary; onClose: () => void };

/** The snippet of a key whose secret only its owner still has. */
export function InstallWidgetDialog({ domain, apiKey, onClose }: InstallWidgetDialogProps) {
  const { label, hint, origins } = apiKey;
  return (
    <Dialog title={`Chat with “${label || `…${hint}`}”`} onClose={onClose} isWide>
      <div className="dialog-body">
        <p>
          Put your copy of the key in the place of{" "}
          <code>
            {keyPrefixes.assistant}…{hint}
          </code>
          : it was shown once, when it was made.
        </p>
        <LazyWidgetSetup
          domain={domain}
          shownKey={`${keyPrefixes.assistant}…${hint}`}
          origins={origins}
        />
      </div>
      <footer className="dialog-foot">
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </footer>
    </Dialog>
  );
}
