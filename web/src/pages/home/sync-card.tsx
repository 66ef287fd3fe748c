import { useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import { api, type SyncResult } from "../../api.ts";
import { count } from "../../format.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { useAction } from "../../use-action.ts";

type SyncCardProps = { project: ProjectSummary; refreshProject: () => Promise<void> };

/** Where the docs come from, when they were read, and the button that reads them again. */
export function SyncCard({ project, refreshProject }: SyncCardProps) {
  const [result, setResult] = useState<SyncResult | undefined>(undefined);
  const sync = useAction(async () => {
    setResult(undefined);
    setResult(await api.sync(project.domain));
    await refreshProject();
  });
  const button = (
    <Button isSmall icon="sync" isBusy={sync.isBusy} onClick={() => sync.run()}>
      {sync.isBusy ? "Syncing" : "Sync now"}
    </Button>
  );
  return (
    <Card title="Docs" aside={button}>
      <dl className="pairs">
        <div>
          <dt>Last sync</dt>
          <dd>{project.syncedAt ? <Time iso={project.syncedAt} /> : "Never"}</dd>
        </div>
        <div>
          <dt>Pages</dt>
          <dd>{project.pages.toLocaleString("en")}</dd>
        </div>
      </dl>
      <div aria-live="polite" className="sync-news">
        {sync.error && <Notice tone="bad">{sync.error}</Notice>}
        {result && <SyncNews result={result} />}
      </div>
      <Sources sources={project.sources} />
    </Card>
  );
}

function Sources({ sources }: { sources: ProjectSummary["sources"] }) {
  if (sources.length === 0) {
    return <p className="soft">No source yet. Give the project one with docent serve --docs.</p>;
  }
  return (
    <ul className="sources-list">
      {sources.map(({ id, kind, location, branch, subfolder }) => (
        <li key={id}>
          <Icon name={kind === "git" ? "branch" : "folder"} />
          <span>
            <span className="mono break">{location.replace(/^https?:\/\//, "")}</span>
            <span className="soft">{placeOf(kind, branch, subfolder)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function placeOf(kind: "folder" | "git", branch: string, subfolder: string): string {
  const parts = [
    kind === "git" ? "Git repository" : "Folder",
    branch && `branch ${branch}`,
    subfolder && `in ${subfolder}`,
  ];
  return parts.filter(Boolean).join(", ");
}

function SyncNews({ result }: { result: SyncResult }) {
  const { added, changed, removed, pages } = result;
  if (added.length + changed.length + removed.length === 0) {
    return (
      <Notice tone="good">Nothing has changed: all {count(pages, "page")} are current.</Notice>
    );
  }
  const groups = [
    { sign: "+", paths: added },
    { sign: "~", paths: changed },
    { sign: "−", paths: removed },
  ];
  const lines = groups.flatMap(({ sign, paths }) => paths.map((path) => ({ sign, path })));
  const words = `${added.length} added, ${changed.length} changed, ${removed.length} removed`;
  return (
    <Notice tone="good" title={words}>
      <ul className="sync-paths mono">
        {lines.slice(0, 8).map(({ sign, path }) => (
          <li key={sign + path}>
            {sign} {path}
          </li>
        ))}
        {lines.length > 8 && <li>and {lines.length - 8} more</li>}
      </ul>
    </Notice>
  );
}
