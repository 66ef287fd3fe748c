import { useCallback, useMemo, useRef, useState } from "react";
import type { Change, ChangeDetail } from "../../../../src/contract/changes.ts";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { api } from "../../api.ts";
import { useResource } from "../../resource.tsx";
import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useMay } from "../../use-may.ts";
import { AskChange } from "./ask/ask-change.tsx";
import { ChangeAbout } from "./change-about.tsx";
import { type AskedAction, ChangeActionDialog } from "./change-action-dialog.tsx";
import { ChangeActions } from "./change-actions.tsx";
import { ChangeFacts } from "./change-facts.tsx";
import { Conflicts } from "./conflicts.tsx";
import { FilesView } from "./diff/files-view.tsx";
import { keepSameFiles } from "./keep-same-files.ts";
import { keyOf } from "./review/review-draft.ts";
import { SendReview } from "./review/send-review.tsx";
import { EditingContext, ReviewContext, useReview } from "./review/use-review.ts";

type ChangePageProps = { project: ProjectSummary; number: number };

export function ChangePage({ project, number }: ChangePageProps) {
  const { domain } = project;
  const [asking, setAsking] = useState<AskedAction | undefined>(undefined);
  const mayEdit = useMay("editor");
  const { data, error, reload, replace } = useChange(domain, number);
  const finish = (change: Change) => {
    if (data) replace({ ...data, change, conflicts: [] });
    setAsking(undefined);
    void reload();
  };
  return (
    <Page
      isWide
      title={data?.change.title || `Change ${number}`}
      back={{ to: paths.section(domain, "changes"), label: "Changes" }}
      lead={data && <ChangeFacts change={data.change} domain={domain} />}
      actions={data && mayEdit && <ChangeActions detail={data} onAsk={setAsking} />}
    >
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {!data && error === undefined && <Skeleton lines={8} />}
      {data && (
        <ChangeBody
          detail={data}
          project={project}
          mayEdit={mayEdit}
          onAsked={() => void reload()}
        />
      )}
      {asking && data && (
        <ChangeActionDialog
          action={asking}
          change={data.change}
          domain={domain}
          onDone={finish}
          onClose={() => {
            setAsking(undefined);
            void reload();
          }}
        />
      )}
    </Page>
  );
}

/** The change, live. Files that are the same as before stay the same objects, so that they are not drawn again. */
function useChange(domain: string, number: number) {
  const last = useRef<ChangeDetail | undefined>(undefined);
  return useResource(
    `change ${domain} ${number}`,
    async () => {
      last.current = keepSameFiles(last.current, await api.change(domain, number));
      return last.current;
    },
    { live: ["changes"] },
  );
}

type ChangeBodyProps = {
  detail: ChangeDetail;
  project: ProjectSummary;
  mayEdit: boolean;
  onAsked: () => void;
};

function ChangeBody({ detail, project, mayEdit, onAsked }: ChangeBodyProps) {
  const { domain } = project;
  const { change, files, truncated, conflicts, comments } = detail;
  const review = useReview(`${domain} ${change.number}`);
  const [asked, setAsked] = useState("");
  const isOpen = change.state === "open";
  const mayAsk = mayEdit && isOpen;
  const mayComment = mayAsk && change.sessionId !== "";
  const { editing, draft } = review;
  const remarks = useMemo(
    () => draft.remarks.filter((one) => one.body.trim() !== "" || editing.has(keyOf(one))),
    [draft.remarks, editing],
  );
  const hasAsked = useCallback(
    (sessionId: string) => {
      setAsked(sessionId);
      onAsked();
    },
    [onAsked],
  );
  return (
    <ReviewContext value={mayComment ? review.actions : undefined}>
      <EditingContext value={editing}>
        {asked && <Asked domain={domain} sessionId={asked} />}
        {conflicts.length > 0 && isOpen && (
          <Conflicts {...{ conflicts, change, domain, mayAsk }} onAsked={hasAsked} />
        )}
        {isOpen && <Blocked change={change} />}
        <ChangeAbout detail={detail} />
        {isOpen && <AskChange project={project} change={change} />}
        <FilesView
          domain={domain}
          change={change}
          files={files}
          isTruncated={truncated}
          comments={comments}
          remarks={mayComment ? remarks : noRemarks}
        />
        {mayComment && (
          <SendReview domain={domain} change={change} review={review} onSent={hasAsked} />
        )}
      </EditingContext>
    </ReviewContext>
  );
}

const noRemarks: never[] = [];

function Asked({ domain, sessionId }: { domain: string; sessionId: string }) {
  return (
    <div role="status">
      <Notice tone="good" title="Sent to the agent">
        <p>
          It works on this branch now; this page follows when it is done.{" "}
          <Link to={paths.job(domain, sessionId)}>Show the job</Link>
        </p>
      </Notice>
    </div>
  );
}

function Blocked({ change: { forge } }: { change: Change }) {
  if (!forge || forge.blockedBy.length === 0) return null;
  return (
    <Notice tone="warn" title="The forge does not let this be merged yet">
      <ul className="conflicts">
        {forge.blockedBy.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Notice>
  );
}
