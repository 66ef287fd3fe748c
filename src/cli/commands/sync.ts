import { requireProject } from "../../projects/require-project.ts";
import type { Command } from "../command.ts";
import { reportText, syncProject } from "../sync-sources.ts";
import { withStore } from "../with-store.ts";

export const sync: Command = {
  name: "sync",
  summary: "Read a project's docs again; only changed pages are touched.",
  flags: { domain: { type: "string", value: "NAME", help: "Project to sync.", required: true } },
  examples: ["docent sync --domain docent"],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const project = await requireProject(db, invocation.flags.required("domain"));
      for (const report of await syncProject(invocation, db, project)) {
        for (const path of report.added) invocation.print(`+ ${path}`);
        for (const path of report.changed) invocation.print(`~ ${path}`);
        for (const path of report.removed) invocation.print(`- ${path}`);
        invocation.remark(reportText(report));
      }
      return 0;
    }),
};
