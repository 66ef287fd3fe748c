import { lazy, type ReactNode, Suspense, useState } from "react";
import type { SourceSummary } from "../../../../src/contract/sources.ts";
import { count } from "../../format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Time } from "../../ui/time.tsx";
import { useMay } from "../../use-may.ts";

const ConnectionDialog = lazy(async () => ({
  default: (await import("./connection-dialog.tsx")).ConnectionDialog,
}));

type SourceRowProps = {
  domain: string;
  source: SourceSummary;
  /** Buttons beside that of the connection. */
  children?: ReactNode;
};

/** One place the docs come from, and how it is doing. */
export function SourceRow({ domain, source, children }: SourceRowProps) {
  const [isConnecting, setConnecting] = useState(false);
  const mayConnect = useMay("owner");
  const { kind, location, pages, syncedAt, error, progress, problems } = source;
  return (
    <li>
      <Icon name={kind === "git" ? "branch" : "folder"} />
      <div className="source-state">
        <span className="mono break">{location.replace(/^https?:\/\//, "")}</span>
        <span className="soft">{placeOf(source)}</span>
        <span className="facts">
          <State source={source} />
          <span className="soft">{count(pages, "page")}</span>
          {syncedAt && <Time iso={syncedAt} />}
          {kind === "git" && mayConnect && (
            <Button isSmall look="quiet" onClick={() => setConnecting(true)}>
              Connection
            </Button>
          )}
          {children}
        </span>
        {progress && <Progress progress={progress} />}
        {error && <Notice tone="bad">{error}</Notice>}
        {problems.length > 0 && <Problems problems={problems} />}
        {isConnecting && (
          <Suspense>
            <ConnectionDialog
              domain={domain}
              source={source}
              onClose={() => setConnecting(false)}
            />
          </Suspense>
        )}
      </div>
    </li>
  );
}

function State({ source: { error, progress, syncedAt } }: { source: SourceSummary }) {
  if (progress) {
    return (
      <Badge tone="accent" isLive>
        Syncing
      </Badge>
    );
  }
  if (error) return <Badge tone="bad">Failed</Badge>;
  return syncedAt ? <Badge tone="good">Current</Badge> : <Badge>Not synced yet</Badge>;
}

function Progress({ progress }: { progress: NonNullable<SourceSummary["progress"]> }) {
  const { phase, done, total, pagesPerSecond } = progress;
  const words = phase === "listing" ? "Listing files" : `${done} of ${total} files`;
  const speed = phase === "reading" && pagesPerSecond > 0 ? `, ${pagesPerSecond} a second` : "";
  return (
    <label className="soft">
      {words}
      {speed}
      <progress value={phase === "listing" ? undefined : done} max={Math.max(1, total)} />
    </label>
  );
}

const shownAtMost = 20;

function Problems({ problems }: { problems: SourceSummary["problems"] }) {
  return (
    <details className="source-problems">
      <summary>{count(problems.length, "problem")}</summary>
      <ul>
        {problems.slice(0, shownAtMost).map(({ path, line, message }) => (
          <li key={`${path}:${line}:${message}`}>
            <span className="mono break">{line > 0 ? `${path}:${line}` : path}</span> {message}
          </li>
        ))}
        {problems.length > shownAtMost && <li>and {problems.length - shownAtMost} more</li>}
      </ul>
    </details>
  );
}

function placeOf({ kind, branch, subfolder, mount, generator }: SourceSummary): string {
  const parts = [
    kind === "git" ? "Git repository" : "Folder",
    generator !== "" && generator !== "plain" && generator,
    branch && `branch ${branch}`,
    subfolder && `in ${subfolder}`,
    mount && `as ${mount}/`,
  ];
  return parts.filter(Boolean).join(", ");
}
