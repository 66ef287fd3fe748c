import { useState } from "react";
import type { QuestionGroup } from "../../../../../src/contract/insights/groups.ts";
import { Button } from "../../../ui/button.tsx";
import { Card } from "../../../ui/card.tsx";
import { TextArea } from "../../../ui/field.tsx";
import { useAction } from "../../../use-action.ts";
import { groupsApi } from "./groups-api.ts";

type GroupNoteProps = {
  group: QuestionGroup;
  domain: string;
  mayEdit: boolean;
  onChanged: () => void;
};

export function GroupNote({ group, domain, mayEdit, onChanged }: GroupNoteProps) {
  const [draft, setDraft] = useState<string>();
  const save = useAction(async (note: string) => {
    await groupsApi.note(domain, group.id, note);
    onChanged();
  });
  if (draft === undefined) {
    return (
      <Card
        title="Note"
        aside={
          mayEdit && (
            <Button isSmall icon="edit" onClick={() => setDraft(group.note)}>
              {group.note ? "Edit the note" : "Write a note"}
            </Button>
          )
        }
      >
        {group.note ? (
          <p className="group-note">{group.note}</p>
        ) : (
          <p className="soft">Nobody has written one.</p>
        )}
      </Card>
    );
  }
  const send = async () => {
    if (await save.run(draft)) setDraft(undefined);
  };
  return (
    <Card title="Note">
      <form
        className="group-note-form"
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <TextArea
          label="Note for your team"
          rows={4}
          maxLength={4_000}
          value={draft}
          error={save.error}
          onChange={(event) => setDraft(event.target.value)}
        />
        <div className="group-note-foot">
          <Button onClick={() => setDraft(undefined)}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={save.isBusy}>
            Save the note
          </Button>
        </div>
      </form>
    </Card>
  );
}
