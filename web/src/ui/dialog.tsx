import { type ReactNode, useId } from "react";
import { Button, IconButton } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { useModal } from "./use-modal.ts";

type DialogProps = {
  title: string;
  onClose: () => void;
  isWide?: boolean;
  /** What must not be lost by a stray click or key, such as a secret that is shown once. */
  isSticky?: boolean;
  children: ReactNode;
};

/** The browser's modal dialog: it keeps the focus inside and gives it back. */
export function Dialog({
  title,
  onClose,
  isWide = false,
  isSticky = false,
  children,
}: DialogProps) {
  const dialog = useModal(firstControl);
  const heading = useId();
  /** A browser closes a dialog at the second Escape whatever its page says. */
  const afterClose = () => {
    const element = dialog.current;
    if (!element?.isConnected || element.open) return;
    if (isSticky) element.showModal();
    onClose();
  };
  const closeOutside = (target: EventTarget) => {
    if (target === dialog.current && !isSticky) onClose();
  };
  return (
    <dialog
      ref={dialog}
      className={isWide ? "dialog dialog-wide" : "dialog"}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClose={afterClose}
      onPointerDown={(event) => closeOutside(event.target)}
    >
      <div className="dialog-panel">
        <div className="dialog-head">
          <h2 id={heading}>{title}</h2>
          <IconButton icon="close" label="Close" onClick={onClose} />
        </div>
        {children}
      </div>
    </dialog>
  );
}

/** The first thing to fill in or to press, rather than the button that closes. */
function firstControl(dialog: HTMLElement): HTMLElement | null {
  return (
    dialog.querySelector<HTMLElement>(".dialog-body :is(input, textarea, select, button)") ??
    dialog.querySelector<HTMLElement>(".dialog-foot button")
  );
}

type ConfirmProps = {
  title: string;
  action: string;
  /** What the other button says; "Cancel" unless that could be taken for the action. */
  dismiss?: string;
  look?: "primary" | "danger";
  isBusy: boolean;
  /** Something has to be agreed to first. */
  isBlocked?: boolean;
  error: string;
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
};

export function ConfirmDialog(props: ConfirmProps) {
  const { title, action, dismiss = "Cancel", look = "primary" } = props;
  const { isBusy, isBlocked = false, error, onConfirm, onClose, children } = props;
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="dialog-body">
        {children}
        {error && <Notice tone="bad">{error}</Notice>}
      </div>
      <div className="dialog-foot">
        <Button onClick={onClose}>{dismiss}</Button>
        <Button look={look} isBusy={isBusy} disabled={isBlocked} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
