import type { GroupJobDraft } from "../../../../../src/contract/insights/group-job.ts";
import { count } from "../../../format.ts";

/** What the docs say near the questions, folded. */
export function Nearby({ passages }: { passages: GroupJobDraft["nearby"] }) {
  if (passages.length === 0) return <p className="soft">Nothing in the docs comes near.</p>;
  return (
    <details className="write-nearby">
      <summary>What the docs say nearby: {count(passages.length, "passage")}</summary>
      <ul>
        {passages.map(({ path, startLine, endLine, heading, title, content }) => (
          <li key={`${path}:${startLine}`}>
            <p>
              <span className="mono">
                {path}:{startLine}–{endLine}
              </span>{" "}
              <span className="soft">{heading || title}</span>
            </p>
            <blockquote>{content}</blockquote>
          </li>
        ))}
      </ul>
    </details>
  );
}
