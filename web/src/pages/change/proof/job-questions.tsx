import type { JobDetail } from "../../../../../src/contract/job-list.ts";
import { Link } from "../../../router.tsx";
import { paths } from "../../../routes.ts";
import { Card } from "../../../ui/card.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { proofVerdict } from "./proof-verdict.ts";

type JobQuestionsProps = { domain: string; detail: Pick<JobDetail, "acceptance" | "proof"> };

/** The questions that a job's change has to answer, and which of them it does. */
export function JobQuestions({ domain, detail: { acceptance, proof } }: JobQuestionsProps) {
  if (!acceptance) return null;
  const results = new Map(proof?.questions.map((result) => [result.question, result]));
  return (
    <Card
      title="Questions"
      aside={
        acceptance.groupId && (
          <Link to={paths.insights(domain, "groups", acceptance.groupId)}>Show group</Link>
        )
      }
    >
      <ul className="job-questions">
        {acceptance.questions.map((question) => {
          const result = results.get(question);
          const isGood = result?.after.outcome === "answered";
          return (
            <li key={question}>
              {result && (
                <span className={isGood ? "good" : "warn"}>
                  <Icon name={isGood ? "check" : "alert"} size={14} />
                  <span className="visually-hidden">{proofVerdict(result)}: </span>
                </span>
              )}
              <span>{question}</span>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
