import { useState } from "react";
import type { Change, ChangeDetail } from "../../../../src/contract/changes.ts";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { api, type ChangeAction } from "../../api.ts";
import { Markdown } from "../../markdown/markdown.tsx";
import { useResource } from "../../resource.tsx";
import { paths } from "../../routes.ts";
import { Card } from "../../ui/card.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { ChangeActionDialog } from "./change-action-dialog.tsx";
import { ChangeActions } from "./change-actions.tsx";
import { ChangeFacts } from "./change-facts.tsx";
import { Checks } from "./checks.tsx";
import { Comments } from "./comments.tsx";
import { Conflicts } from "./conflicts.tsx";
import { DiffView } from "./diff-view.tsx";

type ChangePageProps = { project: ProjectSummary; number: number };

export function ChangePage({ project: { domain }, number }: ChangePageProps) {
  const [asking, setAsking] = useState<ChangeAction | undefined>(undefined);
  const key = `change ${domain} ${number}`;
  const { data, error, reload, replace } = useResource(key, () => api.change(domain, number));
  const finish = (change: Change) => {
    if (data) replace({ ...data, change, conflicts: [] });
    setAsking(undefined);
    void reload();
  };
  return (
    <Page
      title={data?.change.title || `Change ${number}`}
      back={{ to: paths.section(domain, "changes"), label: "Changes" }}
      lead={data && <ChangeFacts change={data.change} domain={domain} />}
      actions={data?.change.state === "open" && <ChangeActions detail={data} onAsk={setAsking} />}
    >
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      {!data && error === undefined && <Skeleton lines={8} />}
      {data && <ChangeBody detail={data} />}
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

function ChangeBody({ detail }: { detail: ChangeDetail }) {
  const { change, files, truncated, conflicts, comments } = detail;
  return (
    <>
      {conflicts.length > 0 && change.state === "open" && (
        <Conflicts conflicts={conflicts} change={change} />
      )}
      {change.state === "open" && change.forge && change.forge.blockedBy.length > 0 && (
        <Notice tone="warn" title="The forge does not let this be merged yet">
          <ul className="conflicts">
            {change.forge.blockedBy.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
        </Notice>
      )}
      <div className="change-columns">
        <Card title="Description">
          {change.body.trim() ? (
            <Markdown text={change.body} />
          ) : (
            <p className="soft">This change has no description.</p>
          )}
        </Card>
        <Checks checks={change.checks} />
      </div>
      {comments.length > 0 && <Comments comments={comments} />}
      <DiffView files={files} isTruncated={truncated} />
    </>
  );
}
