import { requireProject } from "../../projects/open-project.ts";
import { requiredFlag } from "../command.ts";
import { storeCommand } from "../store-command.ts";
import { reportText, syncProject } from "../sync-sources.ts";

export const sync = storeCommand({
  name: "sync",
  flags: { domain: requiredFlag("NAME", "Project to sync.") },
  examples: ["docent sync --domain docent"],
  async work(invocation) {
    const { db, flags, print, remark } = invocation;
    const project = await requireProject(db, flags.required("domain"));
    for (const report of await syncProject(invocation, project)) {
      for (const path of report.added) print(`+ ${path}`);
      for (const path of report.changed) print(`~ ${path}`);
      for (const path of report.removed) print(`- ${path}`);
      remark(reportText(report));
    }
  },
});
