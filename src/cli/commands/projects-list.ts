import { shownAddress } from "../../git/remote/remote-address.ts";
import { listProjects } from "../../store/docs/projects.ts";
import { listSources } from "../../store/docs/sources.ts";
import type { Command } from "../command.ts";
import { table } from "../table.ts";
import { withStore } from "../with-store.ts";

export const projectsList: Command = {
  name: "projects list",
  summary: "List the projects and where their docs come from.",
  flags: {},
  examples: ["docent projects list"],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const rows: string[][] = [];
      for (const project of await listProjects(db)) {
        const sources = await listSources(db, project.id);
        const places = sources.map((source) =>
          [shownAddress(source.location), source.branch, source.subfolder]
            .filter(Boolean)
            .join(" "),
        );
        const synced = sources.map(
          (source) => source.syncedAt?.slice(0, 16).replace("T", " ") ?? "never",
        );
        rows.push([
          project.domain,
          project.id,
          project.visibility,
          synced.join(", "),
          project.baseUrl || "-",
          places.join(", "),
        ]);
      }
      invocation.print(table(["DOMAIN", "ID", "VISIBILITY", "SYNCED", "BASE URL", "SOURCE"], rows));
      return 0;
    }),
};
