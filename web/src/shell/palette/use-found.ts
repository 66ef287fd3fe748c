import { useEffect, useState } from "react";
import type { ChangeSummary } from "../../../../src/contract/changes.ts";
import type { JobSummary } from "../../../../src/contract/job-list.ts";
import { api } from "../../api.ts";

export type Found = {
  jobs: JobSummary[];
  changes: ChangeSummary[];
  /** `failed`: what is shown may be of an earlier text. */
  state: "searching" | "ready" | "failed";
};

const typingMs = 150;
const mostFound = "5";
const none: Found = { jobs: [], changes: [], state: "searching" };
const nothing: Found = { ...none, state: "ready" };

/** Jobs and changes of the open project that match what is typed; with nothing typed, the newest. */
export function useFound(domain: string | undefined, typed: string): Found {
  const text = typed.trim();
  const [found, setFound] = useState(none);
  useEffect(() => {
    if (domain === undefined) return;
    let isOver = false;
    const tell = (next: (before: Found) => Found) => {
      if (!isOver) setFound(next);
    };
    const search = async () => {
      tell((before) => ({ ...before, state: "searching" }));
      try {
        const [{ jobs }, { changes }] = await Promise.all([
          api.jobs(domain, { q: text, limit: mostFound }),
          api.changes(domain, { q: text, limit: mostFound }),
        ]);
        tell(() => ({ jobs, changes, state: "ready" }));
      } catch {
        tell((before) => ({ ...before, state: "failed" }));
      }
    };
    const timer = setTimeout(search, text === "" ? 0 : typingMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [domain, text]);
  return domain === undefined ? nothing : found;
}
