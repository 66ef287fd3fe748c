import { listSources } from "../../projects/list-sources.ts";
import { requireProject } from "../../projects/require-project.ts";
import { listProjects } from "../../store/docs/projects.ts";
import type { Command } from "../command.ts";
import { table } from "../table.ts";
import { withStore } from "../with-store.ts";

const head = ["ID", "DOMAIN", "PAGES", "SYNCED", "SITE", "MOUNT", "STATE", "SOURCE"];

export const sourcesList: Command = {
  name: "sources list",
  summary: "List the sources of one project or of all, and how each is doing.",
  flags: { domain: { type: "string", value: "NAME", help: "Only this project's." } },
  examples: ["docent sources list", "docent sources list --domain acme"],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const domain = invocation.flags.text("domain");
      const projects =
        domain === undefined ? await listProjects(db) : [await requireProject(db, domain)];
      const rows: string[][] = [];
      const deps = { db, progressOf: () => undefined };
      for (const project of projects) {
        for (const source of await listSources(deps, { kind: "operator" }, project.id)) {
          const place = [source.location, source.branch, source.subfolder];
          rows.push([
            source.id,
            project.domain,
            String(source.pages),
            source.syncedAt?.slice(0, 16).replace("T", " ") ?? "never",
            source.generator || "-",
            source.mount || "-",
            source.error === "" ? "ok" : `failed: ${source.error}`,
            place.filter(Boolean).join(" "),
          ]);
        }
      }
      invocation.print(table(head, rows));
      return 0;
    }),
};
