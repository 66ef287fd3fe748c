import type { ReactNode } from "react";
import { Icon, type IconName } from "./icon.tsx";

type EmptyProps = { icon: IconName; title: string; children?: ReactNode; isSmall?: boolean };

/** Nothing here yet: says why, and what to do next. */
export function Empty({ icon, title, children, isSmall = false }: EmptyProps) {
  return (
    <div className={isSmall ? "empty empty-small" : "empty"}>
      <span className="empty-icon">
        <Icon name={icon} size={isSmall ? 16 : 20} />
      </span>
      <p className="empty-title">{title}</p>
      {children && <div className="empty-text">{children}</div>}
    </div>
  );
}
