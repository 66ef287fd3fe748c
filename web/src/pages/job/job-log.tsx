import { memo, useEffect, useRef } from "react";
import { Markdown } from "../../markdown/markdown.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { JobItem } from "./job-view.ts";
import { ToolCall } from "./tool-call.tsx";
import type { Connection } from "./use-job-stream.ts";

type JobLogProps = { items: JobItem[]; isRunning: boolean; connection: Connection };

/** What the agent says and does, in order. */
export function JobLog({ items, isRunning, connection }: JobLogProps) {
  const end = useFollowing(items, isRunning);
  return (
    <section className="job-log" aria-label="What the job did">
      {items.map((item) => (
        <LogItem key={item.key} item={item} />
      ))}
      {isRunning && connection.state !== "failed" && <Spinner label="Working" />}
      {connection.state === "failed" && <Notice tone="bad">{connection.message}</Notice>}
      {!isRunning && items.length === 0 && connection.state === "ended" && (
        <p className="soft">The job ended before it said or did anything.</p>
      )}
      <div ref={end} />
    </section>
  );
}

const LogItem = memo(function LogItem({ item }: { item: JobItem }) {
  if (item.type === "tool") return <ToolCall item={item} />;
  if (item.type === "error") return <Notice tone="bad">{item.text}</Notice>;
  return item.text.trim() === "" ? null : <Markdown text={item.text} />;
});

const nearPx = 160;

/** Keeps the newest line in sight of someone who has not scrolled away from it. */
function useFollowing(items: JobItem[], isRunning: boolean) {
  const end = useRef<HTMLDivElement>(null);
  const isNear = useRef(true);
  useEffect(() => {
    const look = () => {
      const { scrollHeight, clientHeight, scrollTop } = document.documentElement;
      isNear.current = scrollHeight - clientHeight - scrollTop < nearPx;
    };
    look();
    window.addEventListener("scroll", look, { passive: true });
    return () => window.removeEventListener("scroll", look);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new item is a reason to follow
  useEffect(() => {
    if (isRunning && isNear.current) end.current?.scrollIntoView({ block: "end" });
  }, [items, isRunning]);
  return end;
}
