import type { ProjectSummary } from "../../../../../src/contract/dashboard.ts";
import type { ThreadAnswer } from "../../../../../src/contract/insights/analytics.ts";
import { webAddress } from "../../../../shared/web-address.ts";
import { count, number } from "../../../format.ts";
import { Link } from "../../../router.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { useQuestionLink } from "../figure-strip.tsx";

type Source = ThreadAnswer["sources"][number];
type ThreadSourcesProps = { project: ProjectSummary; answer: ThreadAnswer };

/** The citations with what was found out about each, and the passages that the model was given. */
export function ThreadSources({ project, answer: { sources, passages } }: ThreadSourcesProps) {
  return (
    <>
      {sources.length > 0 && (
        <section className="thread-sources">
          <h2>Citations</h2>
          <ol>
            {sources.map((source) => (
              <li key={source.n}>
                <Citation project={project} source={source} />
              </li>
            ))}
          </ol>
        </section>
      )}
      {passages.length > 0 && (
        <details className="thread-passages">
          <summary>{count(passages.length, "passage")} it was written from</summary>
          <ol>
            {passages.map(({ path, startLine, endLine, score }) => (
              <li key={`${path} ${startLine}`}>
                <span className="mono">
                  {path}:{startLine}–{endLine}
                </span>{" "}
                <span className="soft">score {number(Math.round(score * 1000) / 1000)}</span>
              </li>
            ))}
          </ol>
        </details>
      )}
    </>
  );
}

function Citation({ project, source }: { project: ProjectSummary; source: Source }) {
  const { n, path, title, heading, startLine, endLine, quote } = source;
  const link = useQuestionLink(project);
  const url = webAddress(source.url);
  const name = heading && heading !== title ? `${title} › ${heading}` : title || path;
  return (
    <div className="thread-citation">
      <p>
        <span className="citation-number">[{n}]</span>{" "}
        {url ? (
          <a href={url} target="_blank" rel="noreferrer">
            {name}
          </a>
        ) : (
          name
        )}{" "}
        {source.supported === false ? (
          <Badge tone="warn">Not supported</Badge>
        ) : (
          <Badge tone="good">Supported</Badge>
        )}
      </p>
      {quote && <blockquote>{quote}</blockquote>}
      <p className="field-note">
        <span className="mono">
          {path}:{startLine}–{endLine}
        </span>
        {" · "}
        <Link to={link({ page: path })}>All questions that cite this page</Link>
      </p>
    </div>
  );
}
