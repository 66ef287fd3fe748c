import { retryJob } from "../../agent/jobs/retry-job.ts";
import { listJobs } from "../../agent/jobs/show-job.ts";
import { operator } from "../../lib/actor.ts";
import { requireProject } from "../../projects/open-project.ts";
import { cutText } from "../../text/bounded.ts";
import { requiredFlag, textFlag } from "../command.ts";
import { storeCommand } from "../store-command.ts";
import { minuteText, table } from "../terminal-text.ts";

export const jobs = storeCommand({
  name: "jobs",
  flags: {
    domain: requiredFlag("NAME", "Project whose jobs to list."),
    retry: textFlag("ID", "Propose the work of this job again instead, without asking its model."),
  },
  examples: ["docent jobs --domain docent", "docent jobs --domain docent --retry job_3kq1v8"],
  async work({ db, flags, services, display, result }) {
    const project = await requireProject(db, flags.required("domain"));
    const sessionId = flags.text("retry");
    if (sessionId !== undefined) {
      const { create } = services.createJobs(db);
      await retryJob(create, operator, { projectId: project.id, sessionId });
      const words = `Session ${sessionId} is queued: the server proposes its work again.`;
      return void result({ id: sessionId, state: "queued" }, words);
    }
    const sessions = await listJobs({ db }, operator, { projectId: project.id });
    const rows = sessions.map((session) => [
      session.sessionId,
      minuteText(session.createdAt),
      session.haultReason,
      oneLine(session.instruction, 60),
      session.branch,
      session.pullRequestLink || oneLine(session.messageToUser, 100) || "-",
    ]);
    const head = ["ID", "CREATED", "STATE", "ASKED", "BRANCH", "RESULT"];
    result({ jobs: sessions }, table(head, rows, display.columns));
  },
});

function oneLine(text: string, longest: number): string {
  return cutText(text.trim().replace(/\s+/g, " "), longest);
}
