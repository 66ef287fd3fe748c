import type { HaultReason } from "../../../../src/contract/jobs.ts";
import { useRouter } from "../../router.tsx";
import { paths } from "../../routes.ts";
import type { Command } from "./command.ts";
import type { Found } from "./use-found.ts";

const endings: Record<HaultReason, string> = {
  processing: "running",
  completed: "completed",
  error: "failed",
  interrupted: "cancelled",
  github_missconfigured: "refused",
};

/** What was found, as lines that lead there. The server has matched them, also by words that a line does not show. */
export function useFoundCommands(domain: string, { jobs, changes }: Found): Command[] {
  const { navigate } = useRouter();
  const toJobs = jobs.map(
    ({ sessionId, title, branch, state, haultReason }): Command => ({
      id: `job-${sessionId}`,
      group: "Jobs",
      label: title || branch,
      note: state === "halted" ? endings[haultReason] : state,
      icon: "job",
      run: () => navigate(paths.job(domain, sessionId)),
    }),
  );
  const toChanges = changes.map(
    ({ number, title, state, draft }): Command => ({
      id: `change-${number}`,
      group: "Changes",
      label: title,
      note: `#${number} ${draft && state === "open" ? "draft" : state}`,
      icon: state === "merged" ? "merge" : "change",
      run: () => navigate(paths.change(domain, number)),
    }),
  );
  return [...toJobs, ...toChanges];
}
