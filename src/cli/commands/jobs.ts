import { listJobs } from "../../agent/jobs/show-job.ts";
import { operator } from "../../lib/actor.ts";
import { requireProject } from "../../projects/open-project.ts";
import { requiredFlag } from "../command.ts";
import { storeCommand } from "../store-command.ts";
import { minuteText, table } from "../terminal-text.ts";

export const jobs = storeCommand({
  name: "jobs",
  summary: "List a project's jobs, newest first.",
  flags: { domain: requiredFlag("NAME", "Project whose jobs to list.") },
  examples: ["docent jobs --domain docent"],
  async work({ db, flags, print }) {
    const project = await requireProject(db, flags.required("domain"));
    const sessions = await listJobs({ db }, operator, { projectId: project.id });
    const rows = sessions.map((session) => [
      session.sessionId,
      minuteText(session.createdAt),
      session.haultReason,
      session.branch,
      session.pullRequestLink || session.messageToUser.replace(/\s+/g, " ").slice(0, 100) || "-",
    ]);
    print(table(["ID", "CREATED", "STATE", "BRANCH", "RESULT"], rows));
  },
});
