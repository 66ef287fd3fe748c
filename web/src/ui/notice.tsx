import type { ReactNode } from "react";
import { messageOf } from "../message-of.ts";
import { Button } from "./button.tsx";
import { Icon, type IconName } from "./icon.tsx";

type NoticeTone = "info" | "good" | "warn" | "bad";
const icons: Record<NoticeTone, IconName> = {
  info: "info",
  good: "check",
  warn: "alert",
  bad: "alert",
};

type NoticeProps = { tone?: NoticeTone; title?: string; children?: ReactNode };

export function Notice({ tone = "info", title, children }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`} role={tone === "bad" ? "alert" : undefined}>
      <Icon name={icons[tone]} />
      <div className="notice-text">
        {title && <strong>{title}</strong>}
        {children}
      </div>
    </div>
  );
}

/** A page or a part of it that could not be loaded. */
export function LoadFailed({ error, retry }: { error: unknown; retry: () => void }) {
  return (
    <Notice tone="bad" title="This could not be loaded">
      <p>{messageOf(error)}</p>
      <Button isSmall icon="retry" onClick={retry}>
        Try again
      </Button>
    </Notice>
  );
}
