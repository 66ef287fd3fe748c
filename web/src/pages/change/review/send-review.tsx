import { useState } from "react";
import type { Change } from "../../../../../src/contract/changes.ts";
import { api } from "../../../api.ts";
import { count } from "../../../format.ts";
import { Button, IconButton } from "../../../ui/button.tsx";
import { ConfirmDialog } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { useAction } from "../../../use-action.ts";
import { fingerprint } from "../fingerprint.ts";
import { sentRemarks } from "./review-draft.ts";
import type { Review } from "./use-review.ts";

type SendReviewProps = {
  domain: string;
  change: Change;
  review: Review;
  onSent: (sessionId: string) => void;
};

/** All comments together become one message to the agent. */
export function SendReview({ domain, change, review, onSent }: SendReviewProps) {
  const { draft, actions } = review;
  const remarks = sentRemarks(draft);
  const [isDiscarding, setDiscarding] = useState(false);
  const send = useAction(async () => {
    const body = {
      text: draft.text.trim(),
      remarks: remarks.map(({ path, line, side, body: words }) => ({
        path,
        line,
        side,
        body: words,
      })),
    };
    // What was sent before with the same words is the same review; with other words it is another.
    const key = `${draft.id}-${fingerprint(JSON.stringify(body))}`;
    const { sessionId } = await api.reviewChange(domain, change.number, { body, key });
    actions.clear();
    onSent(sessionId);
  });
  const isNothing = remarks.length === 0 && draft.text.trim() === "";
  return (
    <form
      className={isNothing ? "send-review is-empty" : "send-review"}
      aria-label="Your review"
      onSubmit={(event) => {
        event.preventDefault();
        void send.run();
      }}
    >
      <strong className="send-count" role="status">
        {remarks.length === 0 ? "Your review" : count(remarks.length, "comment")}
      </strong>
      <textarea
        className="input"
        rows={1}
        aria-label="Message to the agent"
        placeholder={remarks.length > 0 ? "Anything else for the agent?" : "What should change?"}
        maxLength={actions.roomFor(draft.text, "text")}
        value={draft.text}
        onChange={(event) => actions.setText(event.target.value)}
      />
      <IconButton
        icon="trash"
        label="Discard your review"
        disabled={isNothing || send.isBusy}
        onClick={() => setDiscarding(true)}
      />
      <Button type="submit" look="primary" icon="send" isBusy={send.isBusy} disabled={isNothing}>
        Send to the agent
      </Button>
      {send.error && (
        <div className="send-error">
          <Notice tone="bad">{send.error}</Notice>
        </div>
      )}
      {isDiscarding && (
        <ConfirmDialog
          title="Discard your review?"
          action="Discard"
          dismiss="Keep it"
          look="danger"
          isBusy={false}
          error=""
          onConfirm={() => {
            actions.clear();
            setDiscarding(false);
          }}
          onClose={() => setDiscarding(false)}
        >
          <p>
            {remarks.length > 0
              ? `${count(remarks.length, "comment")} and what you wrote to the agent`
              : "What you wrote to the agent"}{" "}
            will be gone.
          </p>
        </ConfirmDialog>
      )}
    </form>
  );
}
