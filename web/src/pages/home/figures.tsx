import type { ReactNode } from "react";
import { number } from "../../format.ts";
import { Link } from "../../router.tsx";
import { paths } from "../../routes.ts";

type FiguresProps = {
  domain: string;
  pages: number;
  running: number | undefined;
  open: number | undefined;
  keys: number | undefined;
};

export function Figures({ domain, pages, running, open, keys }: FiguresProps) {
  return (
    <div className="figures">
      <Figure label="Pages in answers" value={pages} to={paths.section(domain, "ask")} />
      <Figure label="Jobs running" value={running} to={paths.section(domain, "jobs")} />
      <Figure label="Changes to review" value={open} to={paths.section(domain, "changes")} />
      <Figure label="Active API keys" value={keys} to={paths.section(domain, "keys")} />
    </div>
  );
}

type FigureProps = { label: ReactNode; value: number | undefined; to: string };

function Figure({ label, value, to }: FigureProps) {
  return (
    <Link to={to} className="figure">
      <span className="figure-value">{value === undefined ? "–" : number(value)}</span>
      <span className="figure-label">{label}</span>
    </Link>
  );
}
