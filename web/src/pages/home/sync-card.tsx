import { useState } from "react";
import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import type { SyncResult } from "../../../../src/contract/sources.ts";
import { api } from "../../api.ts";
import { count, number } from "../../format.ts";
import { useResource } from "../../resource.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { useAction } from "../../use-action.ts";
import { useMay } from "../../use-may.ts";
import { SourceRow } from "./source-row.tsx";

type SyncCardProps = { project: ProjectSummary; refreshProject: () => Promise<void> };

/** Where the docs come from, when they were read, and the button that reads them again. */
export function SyncCard({ project, refreshProject }: SyncCardProps) {
  const maySync = useMay("editor");
  const [result, setResult] = useState<SyncResult | undefined>(undefined);
  const sources = useResource(`sources ${project.domain}`, () => api.sources(project.domain), {
    live: ["sources"],
  });
  const sync = useAction(async () => {
    setResult(undefined);
    try {
      setResult(await api.sync(project.domain));
      await refreshProject();
    } finally {
      await sources.reload();
    }
  });
  const isShown = sources.data?.sources.some(({ error }) => error === sync.error) ?? false;
  const button = (
    <Button isSmall icon="sync" isBusy={sync.isBusy} onClick={() => sync.run()}>
      {sync.isBusy ? "Syncing" : "Sync now"}
    </Button>
  );
  return (
    <Card title="Docs" aside={maySync && button}>
      <dl className="pairs">
        <div>
          <dt>Last sync</dt>
          <dd>{project.syncedAt ? <Time iso={project.syncedAt} /> : "Never"}</dd>
        </div>
        <div>
          <dt>Pages</dt>
          <dd>{number(project.pages)}</dd>
        </div>
      </dl>
      <div aria-live="polite" className="sync-news">
        {sync.error && !isShown && <Notice tone="bad">{sync.error}</Notice>}
        {result && <SyncNews result={result} />}
      </div>
      {sources.data?.sources.length === 0 && (
        <p className="soft">No source yet. Give the project one with docent sources add.</p>
      )}
      <ul className="sources-list" aria-label="Sources">
        {sources.data?.sources.map((source) => (
          <SourceRow key={source.id} domain={project.domain} source={source} />
        ))}
      </ul>
    </Card>
  );
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
