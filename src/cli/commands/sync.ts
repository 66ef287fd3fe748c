import { requireProject } from "../../projects/open-project.ts";
import { requiredFlag } from "../command.ts";
import { storeCommand } from "../store-command.ts";
import { reportText, syncProject } from "../sync-sources.ts";

export const sync = storeCommand({
  name: "sync",
  inServer: true,
  flags: { domain: requiredFlag("NAME", "Project to sync.") },
  examples: ["docent sync --domain docent"],
  async work(invocation) {
    const { db, flags, result, remark } = invocation;
    const project = await requireProject(db, flags.required("domain"));
    const reports = await syncProject(invocation, project);
    for (const report of reports) remark(reportText(report));
    const changes = reports.flatMap(({ added, changed, removed }) => [
      ...added.map((path) => `+ ${path}`),
      ...changed.map((path) => `~ ${path}`),
      ...removed.map((path) => `- ${path}`),
    ]);
    const sources = reports.map(({ pages, added, changed, removed, skipped }) => ({
      ...{ pages, added, changed, removed, skipped },
    }));
    result({ domain: project.domain, sources }, changes.join("\n"));
  },
});
