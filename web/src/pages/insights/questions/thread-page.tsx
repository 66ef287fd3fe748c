import { useEffect } from "react";
import type { ProjectSummary } from "../../../../../src/contract/dashboard.ts";
import type { ThreadDetail } from "../../../../../src/contract/insights/analytics.ts";
import { api } from "../../../api.ts";
import { count, fullTime, shorten } from "../../../format.ts";
import { useResource } from "../../../resource.tsx";
import { useRouter } from "../../../router.tsx";
import { paths } from "../../../routes.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Card } from "../../../ui/card.tsx";
import { LoadFailed, Notice } from "../../../ui/notice.tsx";
import { Page } from "../../../ui/page.tsx";
import { Skeleton } from "../../../ui/skeleton.tsx";
import { ThreadAnswerView } from "./thread-answer.tsx";

type ThreadPageProps = { project: ProjectSummary; threadId: string };

/** One conversation from its beginning, with all that is known about each answer. */
export function ThreadPage({ project, threadId }: ThreadPageProps) {
  const { search } = useRouter();
  const { data, error, reload } = useResource(`thread ${project.id} ${threadId}`, () =>
    api.thread(project.id, threadId),
  );
  useScrollToMessage(data !== undefined);
  const first = data?.messages.find(({ role }) => role === "user")?.text ?? "";
  return (
    <Page
      title="Conversation"
      tabTitle={first ? shorten(first, 60) : "Conversation"}
      back={{ to: paths.insights(project.domain, "questions") + search, label: "Questions" }}
      lead={data && <Lead thread={data} />}
    >
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {!data && error === undefined && <Skeleton lines={8} />}
      {data && !data.isWhole && (
        <Notice>Only the newest messages of this long conversation are shown.</Notice>
      )}
      {data && <Messages project={project} thread={data} />}
    </Page>
  );
}

function Lead({ thread }: { thread: ThreadDetail }) {
  const asked = thread.messages.filter(({ role }) => role === "user").length;
  return (
    <>
      {count(asked, "question")}, begun {fullTime(thread.createdAt)}
    </>
  );
}

function Messages({ project, thread }: { project: ProjectSummary; thread: ThreadDetail }) {
  return (
    <ol className="thread-messages">
      {thread.messages.map(({ messageId, role, text, createdAt, replacedAt, answer }) => (
        <li key={messageId} id={messageId} className={replacedAt ? "is-replaced" : undefined}>
          {role === "user" ? (
            <section className="thread-question" aria-label="Question">
              <p>{text}</p>
              <p className="field-note">
                {fullTime(createdAt)} {replacedAt && <Badge>Replaced later</Badge>}
              </p>
            </section>
          ) : (
            <Card>
              {replacedAt && (
                <p>
                  <Badge>Replaced later</Badge>
                </p>
              )}
              {answer ? (
                <ThreadAnswerView project={project} answer={answer} />
              ) : (
                <p className="soft">{text || "No answer is recorded."}</p>
              )}
            </Card>
          )}
        </li>
      ))}
    </ol>
  );
}

/** The address names the answer that was opened; it is there only once the thread is loaded. */
function useScrollToMessage(isLoaded: boolean): void {
  useEffect(() => {
    const id = window.location.hash.slice(1);
    if (isLoaded && /^[\w-]+$/.test(id)) document.getElementById(id)?.scrollIntoView();
  }, [isLoaded]);
}
