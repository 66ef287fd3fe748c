import { listKeys } from "../../keys/list-keys.ts";
import { requireProject } from "../../projects/require-project.ts";
import type { Command } from "../command.ts";
import { table } from "../table.ts";
import { withStore } from "../with-store.ts";

export const keysList: Command = {
  name: "keys list",
  summary: "List the keys there are, without their secrets.",
  flags: { domain: { type: "string", value: "NAME", help: "Only the keys of this project." } },
  examples: ["docent keys list", "docent keys list --domain docent"],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const { flags, services, print } = invocation;
      const domain = flags.text("domain");
      const project = domain === undefined ? undefined : await requireProject(db, domain);
      const keys = await listKeys({ db, clock: services.clock }, { kind: "operator" }, project?.id);
      const rows = keys.map((key) => [
        key.id,
        key.domain,
        key.kind,
        `…${key.hint}`,
        key.state,
        key.expiresAt?.slice(0, 10) ?? "never",
        key.lastUsedAt?.slice(0, 16).replace("T", " ") ?? "never",
        key.origins.join(" ") || "any",
        key.label,
      ]);
      print(
        table(
          ["ID", "DOMAIN", "KIND", "KEY", "STATE", "EXPIRES", "LAST USED", "ORIGINS", "LABEL"],
          rows,
        ),
      );
      return 0;
    }),
};
