import type { ChangeComment } from "../../../../src/contract/changes.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { Card } from "../../ui/card.tsx";
import { Time } from "../../ui/time.tsx";

const words: Record<ChangeComment["state"], string> = {
  shown: "",
  asked: "the agent works on it",
  answered: "answered",
};

/** What people wrote on the forge. */
export function Comments({ comments }: { comments: ChangeComment[] }) {
  return (
    <Card title="Comments on the forge">
      <ul className="forge-comments">
        {comments.map((comment) => (
          <li key={`${comment.url} ${comment.createdAt} ${comment.body}`}>
            <p className="soft">
              {comment.author}
              {comment.path && (
                <>
                  {" "}
                  on <span className="mono">{`${comment.path}:${comment.line}`}</span>
                </>
              )}
              , <Time iso={comment.createdAt} />
              {words[comment.state] && ` · ${words[comment.state]}`}
            </p>
            <Markdown text={comment.body} />
          </li>
        ))}
      </ul>
    </Card>
  );
}
