import { AppError } from "../../lib/app-error.ts";
import { removeSource } from "../../projects/remove-source.ts";
import { requireProject } from "../../projects/require-project.ts";
import type { Command } from "../command.ts";
import { withStore } from "../with-store.ts";

export const sourcesRemove: Command = {
  name: "sources remove",
  words: { usage: "ID", count: 1 },
  summary: "Remove a source and take its pages out of the answers.",
  flags: {
    domain: { type: "string", value: "NAME", help: "Project of the source.", required: true },
    yes: { type: "boolean", help: "Really do it." },
  },
  examples: ["docent sources remove --domain acme --yes src_1"],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const { flags, words, services } = invocation;
      const project = await requireProject(db, flags.required("domain"));
      const sourceId = words[0] ?? "";
      if (!flags.has("yes")) {
        throw new AppError(
          "invalid_request",
          `This takes the pages of ${sourceId} out of the answers (your own files stay): add --yes to do it.`,
        );
      }
      const deps = { db, clock: services.clock };
      await removeSource(deps, { kind: "operator" }, { projectId: project.id, sourceId });
      invocation.remark(`The source ${sourceId} is removed.`);
      return 0;
    }),
};
