import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { SearchExplanation } from "../../../../src/contract/explanation.ts";
import { api } from "../../api.ts";
import { count } from "../../format.ts";
import { useResource } from "../../resource.tsx";
import { Badge, type Tone } from "../../ui/badge.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { titleOf } from "./answer-text.ts";
import { linesOf } from "./citation-card.tsx";
import { ExplainedHits } from "./explained-hits.tsx";

type ExplainDialogProps = { project: ProjectSummary; messageId: string; onClose: () => void };

/** Why an answer rests on what it rests on. */
export function ExplainDialog({ project, messageId, onClose }: ExplainDialogProps) {
  const { data, error, reload } = useResource(`explanation ${messageId}`, () =>
    api.explainAnswer(project.id, messageId),
  );
  return (
    <Dialog title="Why this answer" isWide onClose={onClose}>
      <div className="dialog-body explanation">
        {error !== undefined && <LoadFailed error={error} retry={reload} />}
        {!data && error === undefined && <Skeleton lines={8} />}
        {data && <Explanation data={data} />}
      </div>
    </Dialog>
  );
}

const evidence: Record<SearchExplanation["evidence"], { label: string; tone: Tone }> = {
  enough: { label: "Covered", tone: "good" },
  partly: { label: "Nearly covered", tone: "warn" },
  none: { label: "Not covered", tone: "neutral" },
};

function Explanation({ data }: { data: SearchExplanation }) {
  const { label, tone } = evidence[data.evidence];
  return (
    <>
      <p className="explanation-lead">
        <Badge tone={tone}>{label}</Badge>
        <span>
          {count(data.passages, "passage")} searched, answered by{" "}
          <span className="mono">{data.model}</span>
        </span>
      </p>
      {data.searched === "current" && (
        <Notice>
          <p>The docs of then are not kept any more: this is the search in the docs of now.</p>
        </Notice>
      )}
      <Terms data={data} />
      <section>
        <h3>Passages</h3>
        {data.hits.length === 0 ? (
          <p className="soft">The search found nothing.</p>
        ) : (
          <ExplainedHits hits={data.hits} />
        )}
      </section>
      <Citations data={data} />
    </>
  );
}

function Terms({ data: { terms, earlier } }: { data: SearchExplanation }) {
  const most = Math.max(...terms.map(({ weight }) => weight), 0.001);
  return (
    <section>
      <h3>Words of the question</h3>
      {earlier.length > 0 && (
        <p className="soft">With the questions before it: {earlier.join(" · ")}</p>
      )}
      <ul className="terms">
        {terms.map(({ word, weight, isKnown }) => (
          <li key={word} className={isKnown ? "term" : "term term-unknown"}>
            <span>{word}</span>
            {isKnown ? (
              <meter min={0} max={most} value={weight} aria-label={`Weight of ${word}`} />
            ) : (
              <span className="term-note">not in the docs</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

type Verdict = SearchExplanation["citations"][number]["verdict"];

const verdicts: Record<Verdict, { label: string; tone: Tone }> = {
  quoted: { label: "Quoted word for word", tone: "good" },
  supported: { label: "Supported", tone: "good" },
  unsupported: { label: "Not supported, dropped", tone: "bad" },
};

function Citations({ data: { citations } }: { data: SearchExplanation }) {
  if (citations.length === 0) return null;
  return (
    <section>
      <h3>Citations</h3>
      <ol className="verdicts">
        {citations.map((citation) => {
          const { label, tone } = verdicts[citation.verdict];
          return (
            <li key={citation.n} className="verdict">
              <span className="verdict-head">
                <span className="source-number">{citation.n}</span>
                <strong>{titleOf(citation)}</strong>
                <Badge tone={tone}>{label}</Badge>
              </span>
              <blockquote>{citation.quote}</blockquote>
              <span className="mono source-place">{linesOf(citation)}</span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
