import type { GateResult, SideAnswer } from "../../../../../src/contract/gate.ts";
import type { JobProof } from "../../../../../src/contract/insights/proof.ts";
import { webAddress } from "../../../../shared/web-address.ts";
import { Markdown } from "../../../markdown/markdown.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { proofVerdict } from "./proof-verdict.ts";
import "./proof.css";

/** The questions of a change, each with its answer without the change and with it. */
export function ProofList({ proof }: { proof: JobProof }) {
  const { questions, readers, note, model } = proof;
  return (
    <div className="proof">
      {questions.length > 0 && (
        <ul className="proof-list">
          {questions.map((result) => (
            <ProofQuestion key={result.question} result={result} />
          ))}
        </ul>
      )}
      {readers.sentence && (
        <div className="proof-readers">
          <p>{readers.sentence}.</p>
          <ul className="proof-list">
            {readers.changed.map((result) => (
              <ProofQuestion key={result.question} result={result} />
            ))}
          </ul>
        </div>
      )}
      {note && <p className="warn">{note}</p>}
      <p className="soft proof-model">
        Both sides were answered by {model}, with the same settings.
      </p>
    </div>
  );
}

function ProofQuestion({ result }: { result: GateResult }) {
  const { question, before, after, reasons } = result;
  const isGood = after.outcome === "answered";
  return (
    <li>
      <details className="proof-question">
        <summary>
          <span className={isGood ? "good" : "warn"}>
            <Icon name={isGood ? "check" : "alert"} />
          </span>
          <span className="proof-text">{question}</span>
          <span className="proof-verdict soft">{proofVerdict(result)}</span>
        </summary>
        <div className="proof-sides">
          <Side name="Before" answer={before} />
          <Side name="After" answer={after} />
        </div>
        {reasons.length > 0 && (
          <ul className="proof-reasons soft">
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        )}
      </details>
    </li>
  );
}

const words: Record<SideAnswer["outcome"], string> = {
  answered: "Answered",
  reserve: "Answered with reserve",
  declined: "Not answered",
  failed: "Could not be asked",
  "not-asked": "Not asked: the same passages are found on both sides",
};

function Side({ name, answer }: { name: string; answer: SideAnswer }) {
  const [cited] = answer.citations.filter(({ supported }) => supported);
  const address = cited && webAddress(cited.url);
  return (
    <section className="proof-side" aria-label={name}>
      <h3>{name}</h3>
      <p className="soft">
        {words[answer.outcome]}
        {cited && (
          <>
            {" "}
            from{" "}
            {address ? (
              <a href={address} target="_blank" rel="noreferrer">
                {cited.path}
              </a>
            ) : (
              cited.path
            )}
          </>
        )}
      </p>
      {answer.text.trim() !== "" && <Markdown text={answer.text} />}
    </section>
  );
}
