import { type KeyboardEvent, type SubmitEvent, useRef, useState } from "react";
import type { AgentSession } from "../../../../src/contract/jobs.ts";
import { randomId } from "../../../shared/random-id.ts";
import { Button } from "../../ui/button.tsx";
import { TextArea } from "../../ui/field.tsx";
import { Notice } from "../../ui/notice.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useAction } from "../../use-action.ts";
import { useDraft } from "../../use-draft.ts";
import { useMedia } from "../../use-media.ts";
import { followUpHint } from "./follow-up-hint.ts";
import type { ProposedChange } from "./job-view.ts";
import type { Message } from "./use-job-stream.ts";

type FollowUpFormProps = {
  session: AgentSession;
  change: ProposedChange | undefined;
  send: (message: Message) => Promise<void>;
};

/** Tells a job more: one that runs hears it on its way, one that has ended goes on. */
export function FollowUpForm({ session, change, send }: FollowUpFormProps) {
  const say = useToast();
  const hasKeyboard = useMedia("(pointer: fine)");
  const area = useRef<HTMLTextAreaElement>(null);
  const draft = useDraft(`follow-up ${session.sessionId}`);
  // Sent again after a failure, the same words must not reach the job twice; other words get a key of their own.
  const [key, setKey] = useState(randomId);
  const sending = useAction(send);
  const text = draft.text.trim();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (text === "" || sending.isBusy) return;
    if (!(await sending.run({ key, text }))) return;
    draft.clear();
    setKey(randomId());
    say("The follow-up is sent.");
    // On a touch screen the focus would bring the keyboard back over what the job does now.
    if (hasKeyboard) area.current?.focus();
  };
  return (
    <form className="follow-up-form" onSubmit={submit}>
      <TextArea
        ref={area}
        label="Send a follow-up"
        rows={3}
        maxLength={200_000}
        placeholder="Do the same on the quickstart page"
        hint={followUpHint(session, change?.number)}
        aria-keyshortcuts="Control+Enter Meta+Enter"
        readOnly={sending.isBusy}
        value={draft.text}
        onChange={(event) => {
          draft.setText(event.target.value);
          setKey(randomId());
        }}
        onKeyDown={submitOnKeys}
      />
      {sending.error && <Notice tone="bad">{sending.error}</Notice>}
      <div className="follow-up-foot">
        {hasKeyboard && <kbd>{navigator.userAgent.includes("Mac") ? "⌘" : "Ctrl+"}Enter</kbd>}
        <Button
          type="submit"
          look="primary"
          icon="send"
          isBusy={sending.isBusy}
          disabled={text === ""}
        >
          Send
        </Button>
      </div>
    </form>
  );
}

function submitOnKeys(event: KeyboardEvent<HTMLTextAreaElement>): void {
  const isSend = event.key === "Enter" && (event.ctrlKey || event.metaKey);
  if (!isSend || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}
