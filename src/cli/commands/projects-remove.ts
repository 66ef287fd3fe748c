import { AppError } from "../../lib/app-error.ts";
import { removeProject } from "../../projects/remove-project.ts";
import type { Command } from "../command.ts";
import { withStore } from "../with-store.ts";

export const projectsRemove: Command = {
  name: "projects remove",
  summary: "Remove a project with its keys, indexed docs, threads and answers.",
  flags: {
    domain: { type: "string", value: "NAME", help: "Project to remove.", required: true },
    yes: { type: "boolean", help: "Really do it; it cannot be undone." },
  },
  examples: ["docent projects remove --domain acme --yes"],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const domain = invocation.flags.required("domain");
      if (!invocation.flags.has("yes")) {
        throw new AppError(
          "invalid_request",
          `This removes the keys, threads and answers of ${domain} for good (your own files stay): add --yes to do it.`,
        );
      }
      await removeProject({ db }, { kind: "operator" }, domain);
      invocation.remark(`The project ${domain} is removed.`);
      return 0;
    }),
};
