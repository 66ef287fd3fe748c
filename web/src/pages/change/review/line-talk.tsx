import { useContext, useEffect, useRef } from "react";
import type { ChangeComment } from "../../../../../src/contract/changes.ts";
import { webAddress } from "../../../../shared/web-address.ts";
import { Markdown } from "../../../markdown/markdown.tsx";
import { Button } from "../../../ui/button.tsx";
import { Time } from "../../../ui/time.tsx";
import { keyOf, placeOf, type Remark, type Talk } from "./review-draft.ts";
import { EditingContext, useReviewActions } from "./use-review.ts";

/** What is said about one line: by others, and what is about to be said. */
export function LineTalk({ comments, remarks }: Talk) {
  return (
    <div className="line-talk">
      {comments.map((comment) => (
        <CommentCard key={`${comment.createdAt} ${comment.author} ${comment.body}`} {...comment} />
      ))}
      {remarks.map((remark) => (
        <RemarkCard key={keyOf(remark)} remark={remark} />
      ))}
    </div>
  );
}

/** Everything whose line is not among those drawn, at the end of its file. */
export function OtherTalk({ comments, remarks }: Talk) {
  if (comments.length + remarks.length === 0) return null;
  const places = [...comments.map(placeOf), ...remarks];
  const keys = [...new Set(places.map(keyOf))];
  return (
    <div className="other-talk">
      {keys.map((key) => {
        const line = places.find((place) => keyOf(place) === key)?.line;
        return (
          <div key={key}>
            <p className="soft">On line {line}, which is not among the lines shown:</p>
            <LineTalk
              comments={comments.filter((one) => keyOf(placeOf(one)) === key)}
              remarks={remarks.filter((one) => keyOf(one) === key)}
            />
          </div>
        );
      })}
    </div>
  );
}

const words: Record<ChangeComment["state"], string> = {
  shown: "",
  asked: "the agent works on it",
  answered: "answered",
};

export function CommentCard({ author, body, url, state, createdAt }: ChangeComment) {
  const address = webAddress(url);
  return (
    <div className="comment-card">
      <p className="comment-by">
        <strong>{author}</strong>
        <span className="soft">
          {address ? (
            <a href={address} target="_blank" rel="noreferrer">
              <Time iso={createdAt} />
            </a>
          ) : (
            <Time iso={createdAt} />
          )}
          {words[state] && ` · ${words[state]}`}
        </span>
      </p>
      <Markdown text={body} />
    </div>
  );
}

function RemarkCard({ remark }: { remark: Remark }) {
  const actions = useReviewActions();
  const card = useRef<HTMLDivElement>(null);
  const key = keyOf(remark);
  const isEditing = useContext(EditingContext).has(key);
  if (!actions) return null;
  if (isEditing) return <RemarkEditor remark={remark} />;
  return (
    <div className="comment-card is-draft" ref={card}>
      <p className="comment-by">
        <strong>You</strong>
        <span className="soft">not sent yet</span>
      </p>
      <p className="remark-text">{remark.body}</p>
      <p className="comment-acts">
        <Button isSmall look="quiet" icon="edit" onClick={() => actions.setEditing(key, true)}>
          Edit
        </Button>
        <Button
          isSmall
          look="quiet"
          icon="trash"
          onClick={() => leaveCard(card.current, () => actions.remove(key))}
        >
          Remove
        </Button>
      </p>
    </div>
  );
}

function RemarkEditor({ remark }: { remark: Remark }) {
  const actions = useReviewActions();
  const field = useRef<HTMLTextAreaElement>(null);
  const card = useRef<HTMLDivElement>(null);
  useEffect(() => field.current?.focus({ preventScroll: true }), []);
  if (!actions) return null;
  const key = keyOf(remark);
  const leave = (act: () => void) => leaveCard(card.current, act);
  return (
    <div className="comment-card is-draft" ref={card}>
      <textarea
        ref={field}
        className="input"
        rows={3}
        aria-label={`Comment on line ${remark.line} of ${remark.path}`}
        placeholder="What should the agent change here?"
        maxLength={actions.roomFor(remark.body, "remark")}
        value={remark.body}
        onChange={(event) => actions.write(key, event.target.value)}
        onKeyDown={(event) => {
          const isDone = event.key === "Enter" && (event.metaKey || event.ctrlKey);
          if (isDone || event.key === "Escape") leave(() => actions.setEditing(key, false));
        }}
      />
      <p className="comment-acts">
        <Button isSmall look="quiet" onClick={() => leave(() => actions.remove(key))}>
          {remark.body.trim() === "" ? "Cancel" : "Remove"}
        </Button>
        <Button
          isSmall
          look="primary"
          disabled={remark.body.trim() === ""}
          onClick={() => leave(() => actions.setEditing(key, false))}
        >
          Add comment
        </Button>
      </p>
    </div>
  );
}

/** The card goes away: the focus goes to the line it was about, or to the name of its file. */
function leaveCard(card: HTMLElement | null, act: () => void): void {
  const line = card?.closest("tr")?.previousElementSibling?.querySelector(".line-comment");
  const target = line ?? card?.closest("article")?.querySelector("h3");
  act();
  if (target instanceof HTMLElement) target.focus({ preventScroll: true });
}
