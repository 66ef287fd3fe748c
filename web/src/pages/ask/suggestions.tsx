import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { api } from "../../api.ts";
import { count } from "../../format.ts";
import { useResource } from "../../resource.tsx";
import { paths } from "../../routes.ts";
import { LinkButton } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Logo } from "../../ui/logo.tsx";

type SuggestionsProps = { project: ProjectSummary; onAsk: (question: string) => void };

export function Suggestions({ project, onAsk }: SuggestionsProps) {
  const { starters } = project;
  const { data } = useResource(`suggestions ${project.id}`, async () =>
    starters.length > 0 ? { questions: starters } : api.suggestions(project.id),
  );
  if (project.pages === 0) {
    return (
      <Empty icon="file" title="There are no pages to answer from">
        <p>Sync the project’s docs first, then ask.</p>
        <LinkButton to={paths.home(project.domain)}>Go to the overview</LinkButton>
      </Empty>
    );
  }
  return (
    <div className="ask-empty">
      <Logo size={40} />
      <h2>What would a reader ask?</h2>
      <p>
        Answers come from the {count(project.pages, "page")} of {project.name}, with the lines they
        rest on. This is the endpoint your readers use; what you ask here is not counted as theirs.
      </p>
      <QuestionButtons questions={data?.questions ?? []} onAsk={onAsk} />
    </div>
  );
}

type QuestionButtonsProps = { questions: string[]; onAsk: (question: string) => void };

export function QuestionButtons({ questions, onAsk }: QuestionButtonsProps) {
  return (
    <div className="suggestions">
      {questions.map((question) => (
        <button key={question} type="button" className="suggestion" onClick={() => onAsk(question)}>
          {question}
        </button>
      ))}
    </div>
  );
}
