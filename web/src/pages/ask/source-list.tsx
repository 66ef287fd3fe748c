import type { ReactNode } from "react";
import type { Citation } from "../../../../src/contract/answer-events.ts";
import { webAddress } from "../../../shared/web-address.ts";
import { titleOf } from "./answer-text.ts";
import type { Source } from "./ask-message.ts";
import { linesOf } from "./citation-card.tsx";

type SourceListProps = {
  citations: Citation[];
  others: Source[];
  /** Title of the column it stands in; "" for none. */
  column: string;
};

export function SourceList({ citations, others, column }: SourceListProps) {
  if (citations.length + others.length === 0) return null;
  return (
    <section className="answer-sources" aria-label={column ? `Sources, ${column}` : "Sources"}>
      <h3>Sources</h3>
      <ol>
        {citations.map((citation) => (
          <li key={citation.n} value={citation.n}>
            <SourceLink url={citation.url}>
              <span className="source-number" aria-hidden="true">
                {citation.n}
              </span>
              <span className="source-text">
                <span className="source-title">{titleOf(citation)}</span>
                <span className="source-place mono">{linesOf(citation)}</span>
              </span>
            </SourceLink>
          </li>
        ))}
        {others.map(({ url, title }) => (
          <li key={url}>
            <SourceLink url={url}>
              <span className="source-text">
                <span className="source-title">{title}</span>
              </span>
            </SourceLink>
          </li>
        ))}
      </ol>
    </section>
  );
}

function SourceLink({ url, children }: { url: string; children: ReactNode }) {
  const address = webAddress(url);
  if (!address) return <span className="source">{children}</span>;
  return (
    <a className="source" href={address} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}
