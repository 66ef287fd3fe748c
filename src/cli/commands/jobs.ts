import { listJobs } from "../../agent/jobs/list-jobs.ts";
import { requireProject } from "../../projects/require-project.ts";
import type { Command } from "../command.ts";
import { table } from "../table.ts";
import { withStore } from "../with-store.ts";

export const jobs: Command = {
  name: "jobs",
  summary: "List a project's jobs, newest first.",
  flags: {
    domain: { type: "string", value: "NAME", help: "Project whose jobs to list.", required: true },
  },
  examples: ["docent jobs --domain docent"],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const project = await requireProject(db, invocation.flags.required("domain"));
      const sessions = await listJobs({ db }, { kind: "operator" }, { projectId: project.id });
      const rows = sessions.map((session) => [
        session.sessionId,
        session.createdAt.slice(0, 16).replace("T", " "),
        session.haultReason,
        session.branch,
        session.pullRequestLink || session.messageToUser.replace(/\s+/g, " ").slice(0, 100) || "-",
      ]);
      invocation.print(table(["ID", "CREATED", "STATE", "BRANCH", "RESULT"], rows));
      return 0;
    }),
};
