import type { ReactNode } from "react";

/** What a person told the job after its start; the note says what becomes of it. */
export function FollowUp({ text, note }: { text: string; note?: ReactNode }) {
  return (
    <div className="follow-up">
      <span className="visually-hidden">Follow-up: </span>
      <div className="question">{text}</div>
      {note && <span className="follow-up-note">{note}</span>}
    </div>
  );
}
