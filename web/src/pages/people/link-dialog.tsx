import type { OneTimeLink } from "../../../../src/contract/members.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";

type LinkDialogProps = {
  title: string;
  /** What the link does, up to when it ends. */
  text: string;
  made: OneTimeLink;
  onClose: () => void;
};

/** The only time a link is shown. */
export function LinkDialog({ title, text, made, onClose }: LinkDialogProps) {
  return (
    <Dialog title={title} onClose={onClose} isWide isSticky>
      <div className="dialog-body">
        <Notice tone="warn" title="Copy it now">
          <p>
            This is the only time the link is shown. {text} <Time iso={made.expiresAt} />.
          </p>
        </Notice>
        <div className="secret">
          <code data-testid="one-time-link">{made.link}</code>
          <CopyButton text={made.link} label="Copy link" look="primary" />
        </div>
      </div>
      <footer className="dialog-foot">
        <Button look="primary" onClick={onClose}>
          I have copied the link
        </Button>
      </footer>
    </Dialog>
  );
}
