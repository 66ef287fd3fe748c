import { useState } from "react";
import type { Citation } from "../../../../src/contract/answer-events.ts";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy-button.tsx";
import { useDraft } from "../../use-draft.ts";
import { useMay } from "../../use-may.ts";
import { jobInstruction, textWithSources } from "./answer-text.ts";
import { type AskMessage, outcomeOf, textOf } from "./ask-message.ts";
import { ExplainDialog } from "./explain-dialog.tsx";
import { RatingButtons } from "./rating-buttons.tsx";

type AnswerActionsProps = {
  project: ProjectSummary;
  message: AskMessage;
  question: string;
  citations: Citation[];
  onRegenerate: (() => void) | undefined;
};

/** What can be done with an answer that has ended. */
export function AnswerActions(props: AnswerActionsProps) {
  const { project, message, question, citations, onRegenerate } = props;
  const { navigate } = useRouter();
  const mayEdit = useMay("editor");
  const [isExplained, setExplained] = useState(false);
  const text = textOf(message);
  const newJob = useDraft(`new job ${project.domain}`);
  const startJob = () => {
    const instruction = jobInstruction({ question, text, outcome: outcomeOf(message), citations });
    // What somebody has typed for a new job already stays above it.
    if (!newJob.text.includes(instruction))
      newJob.setText([newJob.text.trim(), instruction].filter(Boolean).join("\n\n"));
    navigate(`${paths.section(project.domain, "jobs")}?new=1`);
  };
  return (
    <div className="answer-actions">
      <CopyButton
        text={textWithSources(text, citations)}
        look="quiet"
        label={citations.length > 0 ? "Copy with sources" : "Copy answer"}
      />
      {onRegenerate && (
        <Button isSmall look="quiet" icon="retry" onClick={onRegenerate}>
          Regenerate
        </Button>
      )}
      <Button isSmall look="quiet" icon="search" onClick={() => setExplained(true)}>
        Why this answer
      </Button>
      {mayEdit && (
        <Button isSmall look="quiet" icon="job" onClick={startJob}>
          Start a job from this
        </Button>
      )}
      <RatingButtons project={project} message={message} />
      {isExplained && (
        <ExplainDialog
          project={project}
          messageId={message.id}
          onClose={() => setExplained(false)}
        />
      )}
    </div>
  );
}
