import { createContext, useContext, useMemo, useState } from "react";
import { randomId } from "../../../../shared/random-id.ts";
import { useToast } from "../../../ui/toast.tsx";
import { useDraft } from "../../../use-draft.ts";
import { useLatest } from "../../../use-latest.ts";
import {
  begin,
  hasRemark,
  isEmpty,
  isFull,
  keyOf,
  type Place,
  type ReviewDraft,
  readReview,
  remove,
  roomFor,
  write,
} from "./review-draft.ts";

/** What can be done with the remarks of a review; it never changes. */
export type ReviewActions = {
  begin: (place: Place & { quote: string }) => void;
  write: (key: string, body: string) => void;
  setText: (text: string) => void;
  /** Writing goes on, or is over for now; a remark without words goes away with that. */
  setEditing: (key: string, isEditing: boolean) => void;
  remove: (key: string) => void;
  clear: () => void;
  roomFor: (own: string, most: "remark" | "text") => number;
};

export type Review = { draft: ReviewDraft; editing: ReadonlySet<string>; actions: ReviewActions };

/** Absent for those who may not ask for anything. */
export const ReviewContext = createContext<ReviewActions | undefined>(undefined);
export const EditingContext = createContext<ReadonlySet<string>>(new Set());

export function useReviewActions(): ReviewActions | undefined {
  return useContext(ReviewContext);
}

/** The review that somebody is writing of a change: it outlasts a reload and a log-in. */
export function useReview(name: string): Review {
  const say = useToast();
  const stored = useDraft(`review ${name}`);
  const [freshId] = useState(randomId);
  const draft = useMemo(() => readReview(stored.text, () => freshId), [stored.text, freshId]);
  const [editing, setEditing] = useState<ReadonlySet<string>>(new Set());
  const store = useLatest((change: (draft: ReviewDraft) => ReviewDraft) => {
    const next = change(draft);
    stored.setText(isEmpty(next) ? "" : JSON.stringify(next));
  });
  const room = useLatest((own: string, most: "remark" | "text") => roomFor(draft, own, most));
  const clear = useLatest(() => stored.clear());
  const start = useLatest((place: Place & { quote: string }) => {
    if (isFull(draft) && !hasRemark(draft, keyOf(place)))
      say("This review is full. Send it, then go on with another.");
    else store((now) => begin(now, place));
  });
  const leave = useLatest((key: string) => {
    const left = draft.remarks.find((one) => keyOf(one) === key);
    if (left?.body.trim() === "") store((now) => remove(now, key));
  });
  const actions = useMemo((): ReviewActions => {
    const mark = (key: string, isEditing: boolean) =>
      setEditing((before) => {
        const after = new Set(before);
        if (isEditing) after.add(key);
        else after.delete(key);
        return after;
      });
    return {
      begin(place) {
        start(place);
        mark(keyOf(place), true);
      },
      write: (key, body) => store((now) => write(now, key, body)),
      setText: (text) => store((now) => ({ ...now, text })),
      setEditing(key, isEditing) {
        if (!isEditing) leave(key);
        mark(key, isEditing);
      },
      remove(key) {
        store((now) => remove(now, key));
        mark(key, false);
      },
      clear,
      roomFor: room,
    };
  }, [store, start, leave, clear, room]);
  return { draft, editing, actions };
}
