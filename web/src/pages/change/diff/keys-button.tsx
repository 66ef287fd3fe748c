import { useState } from "react";
import { readStored, writeStored } from "../../../theme.ts";
import { Button } from "../../../ui/button.tsx";
import { KeysDialog } from "./keys-dialog.tsx";
import { useFileKeys } from "./use-file-keys.ts";

const storageKey = "docent-review-keys";

/** Shows the keys for reviewing, which work while this is on the page. */
export function KeysButton({ onViewed }: { onViewed: (path: string) => void }) {
  const [isShown, setShown] = useState(false);
  const [isOn, setOn] = useState(() => readStored(storageKey) !== "off");
  useFileKeys({ isOn, onViewed, onHelp: () => setShown(true) });
  const change = (next: boolean) => {
    writeStored(storageKey, next ? "on" : "off");
    setOn(next);
  };
  return (
    <span className="keys-button">
      <Button isSmall look="quiet" onClick={() => setShown(true)}>
        Keys
      </Button>
      {isShown && <KeysDialog isOn={isOn} onChange={change} onClose={() => setShown(false)} />}
    </span>
  );
}
