import type { ProjectSummary } from "../../../../../src/contract/dashboard.ts";
import type { AskedQuestion } from "../../../../../src/contract/insights/analytics.ts";
import { count, duration, shorten } from "../../../format.ts";
import { Link, useRouter } from "../../../router.tsx";
import { paths } from "../../../routes.ts";
import { Icon } from "../../../ui/icon.tsx";
import { Time } from "../../../ui/time.tsx";
import { OutcomeBadge } from "./outcome-badge.tsx";

const longestQuestion = 300;

type QuestionRowProps = { project: ProjectSummary; question: AskedQuestion };

export function QuestionRow({ project, question }: QuestionRowProps) {
  const { search } = useRouter();
  const { sources, feedback, timings, audience } = question;
  const cited = new Set(sources.flatMap(({ path, supported }) => (supported ? [path] : []))).size;
  const thread = paths.insights(project.domain, "questions", question.threadId);
  return (
    <div className="row question-row">
      <OutcomeBadge resolution={question.resolution} outcome={question.outcome} />
      <div className="row-main">
        <Link className="row-title" to={`${thread}${search}#${question.messageId}`}>
          {shorten(question.question.trim() || "(no words)", longestQuestion)}
        </Link>
        <span className="row-sub">{plain(question.answer || question.error)}</span>
      </div>
      <div className="row-facts">
        {feedback && (
          <span className={feedback.rating === "up" ? "fact fact-good" : "fact fact-bad"}>
            <Icon name={feedback.rating === "up" ? "thumb-up" : "thumb-down"} size={14} />
            <span className="visually-hidden">Rated {feedback.rating}</span>
          </span>
        )}
        {audience === "members" && <span className="fact">Member</span>}
        {cited > 0 && <span className="fact">{count(cited, "page")}</span>}
        {timings.totalMs !== null && <span className="fact">{duration(timings.totalMs)}</span>}
        <span className="fact fact-time">
          <Time iso={question.askedAt} />
        </span>
      </div>
    </div>
  );
}

/** The beginning of an answer on one line, without its Markdown. */
function plain(text: string): string {
  return shorten(
    text
      .slice(0, 600)
      .replace(/[#*_`>[\]]+/g, "")
      .replace(/\s+/g, " ")
      .trim(),
    240,
  );
}
