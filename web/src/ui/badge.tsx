import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

export type Tone = "neutral" | "accent" | "good" | "warn" | "bad" | "merged";

type BadgeProps = { tone?: Tone; icon?: IconName; isLive?: boolean; children: ReactNode };

export function Badge({ tone = "neutral", icon, isLive = false, children }: BadgeProps) {
  return (
    <span className={`badge tone-${tone}`}>
      {isLive && <span className="pulse" aria-hidden="true" />}
      {icon && <Icon name={icon} size={12} />}
      <span className="badge-words">{children}</span>
    </span>
  );
}
