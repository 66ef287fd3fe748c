import { type FormEvent, lazy, Suspense, useRef, useState } from "react";
import type { Change } from "../../../../../src/contract/changes.ts";
import type { ProjectSummary } from "../../../../../src/contract/dashboard.ts";
import { randomId } from "../../../../shared/random-id.ts";
import { api } from "../../../api.ts";
import { Button } from "../../../ui/button.tsx";
import { TextField } from "../../../ui/field.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";

const BothAnswers = lazy(async () => ({
  default: (await import("./both-answers.tsx")).BothAnswers,
}));

type AskChangeProps = { project: ProjectSummary; change: Change };
type Round = { id: string; question: string };

/** One question, answered from the docs as they are and as this change would leave them. */
export function AskChange({ project, change }: AskChangeProps) {
  const [text, setText] = useState("");
  const [round, setRound] = useState<Round | undefined>(undefined);
  const isRead = useRef(false);
  // The branch is read while the question is typed.
  const readAhead = () => {
    if (isRead.current) return;
    isRead.current = true;
    api.readBranchAhead(project.domain, change.head).catch(() => undefined);
  };
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const question = text.trim();
    if (question !== "") setRound({ id: randomId(), question });
  };
  return (
    <details className="about-fold ask-change" onToggle={readAhead}>
      <summary>
        <Icon name="right" size={14} />
        <h2>Ask this change</h2>
        <span className="soft">what readers are told now, and after merging</span>
      </summary>
      <div className="about-body">
        <form className="ask-change-form" onSubmit={ask}>
          <TextField
            label="Question"
            required
            maxLength={8_000}
            placeholder="What would a reader ask about this?"
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
          <Button type="submit" look="primary">
            Ask both
          </Button>
        </form>
        {round && (
          <Suspense fallback={<Skeleton lines={4} />}>
            <BothAnswers
              key={round.id}
              project={project}
              question={round.question}
              branch={change.head}
            />
          </Suspense>
        )}
      </div>
    </details>
  );
}
