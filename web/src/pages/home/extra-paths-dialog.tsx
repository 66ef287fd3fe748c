import { type FormEvent, useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { api } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";

type ExtraPathsDialogProps = {
  project: ProjectSummary;
  onClose: () => void;
  onSaved: () => Promise<void>;
};

/** Names files that jobs may write besides the docs. The server takes it from the owner alone. */
export function ExtraPathsDialog({ project, onClose, onSaved }: ExtraPathsDialogProps) {
  const [text, setText] = useState(project.extraPaths.join("\n"));
  const say = useToast();
  const save = useAction(async () => {
    await api.setExtraPaths(project.domain, linesOf(text));
    await onSaved();
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!(await save.run())) return;
    say("Jobs keep to it from their next start on.");
    onClose();
  };
  const fault = save.faultOf("paths");
  return (
    <Dialog title="What jobs may write" onClose={onClose}>
      <form onSubmit={submit}>
        <div className="dialog-body">
          <p>
            Jobs write texts, data, images and navigation in the folders of the docs. Name other
            files here that they may write too.
          </p>
          <Notice tone="warn" title="Files that run are a risk">
            <p>
              What a job writes is pushed to a branch before anybody has looked at it, and a host
              may build that branch. A script, a component or a configuration can then run there,
              with what the build has: its tokens, its network. Whoever can start a job, or write a
              text that a job reads, can have a say in it. Allow single files rather than folders.
            </p>
          </Notice>
          {save.error && !fault && <Notice tone="bad">{save.error}</Notice>}
          <TextArea
            label="Extra paths"
            className="input mono"
            rows={5}
            spellCheck={false}
            isOptional
            placeholder={"README.md\ndocs/**/*.tsx"}
            hint="One on a line, from the top of the repository; * and ** stand for names. CI workflows, hooks and settings of editors and agents stay closed whatever is named."
            error={fault}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        </div>
        <footer className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={save.isBusy}>
            Save
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}

function linesOf(text: string): string[] {
  const lines = text.split("\n").map((line) => line.trim());
  return [...new Set(lines.filter((line) => line !== ""))];
}
