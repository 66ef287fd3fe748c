import { type FormEvent, useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { Rating } from "../../../../src/contract/insights/feedback.ts";
import { api } from "../../api.ts";
import { Button, IconButton } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";
import { useDraft } from "../../use-draft.ts";
import type { AskMessage } from "./ask-message.ts";

type RatingButtonsProps = { project: ProjectSummary; message: AskMessage };

/** Thumbs up at once, thumbs down with room for a reason. */
export function RatingButtons({ project, message }: RatingButtonsProps) {
  const threadId = message.metadata?.threadId ?? "";
  const [rating, setRating] = useState<Rating | undefined>(message.metadata?.rating);
  const [isAsked, setAsked] = useState(false);
  const say = useToast();
  const rate = useAction(async (given: Rating, comment: string) => {
    await api.rate(project.domain, { messageId: message.id, threadId, rating: given, comment });
    setRating(given);
  });
  const up = async () => {
    if (!(await rate.run("up", ""))) say("The rating could not be saved. Try again.");
  };
  if (threadId === "") return null;
  return (
    <fieldset className="rating">
      <legend className="visually-hidden">Rate this answer</legend>
      <IconButton
        icon="thumb-up"
        label="Good answer"
        aria-pressed={rating === "up"}
        onClick={() => void up()}
      />
      <IconButton
        icon="thumb-down"
        label="Bad answer"
        aria-pressed={rating === "down"}
        onClick={() => setAsked(true)}
      />
      {isAsked && (
        <ReasonDialog
          id={message.id}
          isBusy={rate.isBusy}
          error={rate.error}
          onClose={() => setAsked(false)}
          onSend={async (comment) => {
            const isSaved = await rate.run("down", comment);
            if (isSaved) setAsked(false);
            return isSaved;
          }}
        />
      )}
    </fieldset>
  );
}

type ReasonDialogProps = {
  id: string;
  isBusy: boolean;
  error: string;
  onClose: () => void;
  onSend: (comment: string) => Promise<boolean>;
};

function ReasonDialog({ id, isBusy, error, onClose, onSend }: ReasonDialogProps) {
  const draft = useDraft(`rating ${id}`);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (await onSend(draft.text.trim())) draft.clear();
  };
  return (
    <Dialog title="What is wrong with it?" onClose={onClose}>
      <form onSubmit={(event) => void submit(event)}>
        <div className="dialog-body">
          <TextArea
            label="Comment"
            isOptional
            rows={4}
            maxLength={2_000}
            hint="It is kept with the answer, where questions and feedback are listed."
            value={draft.text}
            onChange={(event) => draft.setText(event.target.value)}
          />
          {error && <Notice tone="bad">{error}</Notice>}
        </div>
        <footer className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" isBusy={isBusy}>
            Send rating
          </Button>
        </footer>
      </form>
    </Dialog>
  );
}
