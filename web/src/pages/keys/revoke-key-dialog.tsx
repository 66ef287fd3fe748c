import type { KeySummary } from "../../../../src/contract/keys.ts";
import { api } from "../../api.ts";
import { ConfirmDialog } from "../../ui/dialog.tsx";
import { Time } from "../../ui/time.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";

type RevokeKeyDialogProps = {
  domain: string;
  apiKey: KeySummary;
  onRevoked: () => void;
  onClose: () => void;
};

export function RevokeKeyDialog({ domain, apiKey, onRevoked, onClose }: RevokeKeyDialogProps) {
  const say = useToast();
  const revoke = useAction(() => api.revokeKey(domain, apiKey.id));
  const name = apiKey.label || `…${apiKey.hint}`;
  const confirm = async () => {
    if (!(await revoke.run())) return;
    say(`Key “${name}” is revoked.`);
    onRevoked();
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Revoke “${name}”?`}
      action="Revoke key"
      look="danger"
      isBusy={revoke.isBusy}
      error={revoke.error}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p>
        Requests with this key are refused from now on, and it cannot be brought back.{" "}
        {apiKey.lastUsedAt ? (
          <>
            It was last used <Time iso={apiKey.lastUsedAt} />.
          </>
        ) : (
          "It has never been used."
        )}
      </p>
    </ConfirmDialog>
  );
}
