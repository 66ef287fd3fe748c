import type { ReactNode } from "react";
import { Logo } from "../ui/logo.tsx";

/** The frame of pages that belong to no project: one column in the middle. */
export function PlainFrame({
  children,
  isWide = false,
}: {
  children: ReactNode;
  isWide?: boolean;
}) {
  return (
    <main id="main" className={isWide ? "plain plain-wide" : "plain"} tabIndex={-1}>
      <div className="plain-brand">
        <Logo size={30} />
        <span>Docent</span>
      </div>
      {children}
    </main>
  );
}
