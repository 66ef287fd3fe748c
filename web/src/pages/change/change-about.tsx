import type { ReactNode } from "react";
import type { ChangeComment, ChangeDetail } from "../../../../src/contract/changes.ts";
import type { JobProof } from "../../../../src/contract/insights/proof.ts";
import { count } from "../../format.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { Icon } from "../../ui/icon.tsx";
import { CheckList } from "./checks.tsx";
import { ProofList } from "./proof/proof-list.tsx";
import { withoutQuestions } from "./proof/without-questions.ts";
import { Conversation } from "./review/conversation.tsx";

/** What is known of a change beside its files, folded so that the files come first. */
export function ChangeAbout({ detail }: { detail: ChangeDetail }) {
  const { change, comments, proof } = detail;
  const general = comments.filter(isGeneral);
  const failed = change.checks.filter(({ passed }) => !passed).length;
  return (
    <div className="about">
      <Fold title="Description">
        {change.body.trim() ? (
          <Markdown text={proof ? withoutQuestions(change.body) : change.body} />
        ) : (
          <p className="soft">This change has no description.</p>
        )}
      </Fold>
      <Fold title="Checks" note={<CheckVerdict all={change.checks.length} failed={failed} />}>
        <CheckList checks={change.checks} />
      </Fold>
      {proof && (
        <Fold title="Questions" note={<ProofVerdict proof={proof} />}>
          <ProofList proof={proof} />
        </Fold>
      )}
      {general.length > 0 && (
        <Fold title="Conversation" note={<span>{count(general.length, "comment")}</span>}>
          <Conversation comments={general} />
        </Fold>
      )}
    </div>
  );
}

function isGeneral({ path, line }: ChangeComment): boolean {
  return path === "" || line === 0;
}

function CheckVerdict({ all, failed }: { all: number; failed: number }) {
  if (all === 0) return <span className="soft">none were run</span>;
  if (failed > 0) return <span className="warn">{failed} failed</span>;
  return <span className="good">all passed</span>;
}

function ProofVerdict({ proof: { sentence, readers, note } }: { proof: JobProof }) {
  const isOpen = sentence !== "" && !/^(\d+) of \1 /.test(sentence);
  const hasLost = readers.sentence.includes("no longer answered");
  const tone = isOpen || hasLost || note ? "warn" : "good";
  return <span className={`proof-sentence ${tone}`}>{sentence || readers.sentence || note}</span>;
}

type FoldProps = { title: string; note?: ReactNode; children: ReactNode };

function Fold({ title, note, children }: FoldProps) {
  return (
    <details className="about-fold">
      <summary>
        <Icon name="right" size={14} />
        <h2>{title}</h2>
        {note}
      </summary>
      <div className="about-body">{children}</div>
    </details>
  );
}
