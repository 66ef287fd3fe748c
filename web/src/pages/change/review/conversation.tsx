import type { ChangeComment } from "../../../../../src/contract/changes.ts";
import { CommentCard } from "./line-talk.tsx";

/** What people wrote about the change as a whole. */
export function Conversation({ comments }: { comments: ChangeComment[] }) {
  return (
    <ul className="conversation">
      {comments.map((comment) => (
        <li key={`${comment.url} ${comment.createdAt} ${comment.body}`}>
          <CommentCard {...comment} />
        </li>
      ))}
    </ul>
  );
}
