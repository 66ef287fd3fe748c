import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { CheckField } from "../../../ui/field.tsx";

const keys: { keys: string[]; does: string }[] = [
  { keys: ["j", "]"], does: "next file" },
  { keys: ["k", "["], does: "previous file" },
  { keys: ["v"], does: "viewed, or not viewed any more" },
  { keys: ["↓", "↑"], does: "from line to line, once a file’s lines have the focus" },
  { keys: ["Enter"], does: "comment on the line that has the focus" },
  { keys: ["Esc"], does: "leave a comment; what you have written stays" },
  { keys: ["?"], does: "this list" },
];

type KeysDialogProps = { isOn: boolean; onChange: (isOn: boolean) => void; onClose: () => void };

export function KeysDialog({ isOn, onChange, onClose }: KeysDialogProps) {
  return (
    <Dialog title="Keys for reviewing" onClose={onClose}>
      <div className="dialog-body">
        <CheckField
          label="Use single keys"
          hint="Switch them off if they get in the way of your keyboard or of speech input."
          checked={isOn}
          onChange={(event) => onChange(event.target.checked)}
        />
        <dl className="key-list">
          {keys.map((line) => (
            <div key={line.does}>
              <dt>
                {line.keys.map((key) => (
                  <kbd key={key}>{key}</kbd>
                ))}
              </dt>
              <dd>{line.does}</dd>
            </div>
          ))}
        </dl>
      </div>
      <footer className="dialog-foot">
        <Button onClick={onClose}>Close keys</Button>
      </footer>
    </Dialog>
  );
}
