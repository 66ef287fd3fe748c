import type { ReactNode } from "react";

type CardProps = { title?: string; aside?: ReactNode; isFlush?: boolean; children: ReactNode };

/** A framed part of a page; flush when its content brings its own rows. */
export function Card({ title, aside, isFlush = false, children }: CardProps) {
  return (
    <section className="card">
      {(title || aside) && (
        <header className="card-head">
          {title && <h2>{title}</h2>}
          {aside}
        </header>
      )}
      <div className={isFlush ? "card-rows" : "card-body"}>{children}</div>
    </section>
  );
}
