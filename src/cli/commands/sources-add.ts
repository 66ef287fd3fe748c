import { addSource } from "../../projects/add-source.ts";
import { requireProject } from "../../projects/require-project.ts";
import { deleteSource } from "../../store/docs/sources.ts";
import type { Command, Flag, Invocation } from "../command.ts";
import { placeFlags, sourcePlace, tokenFlag, tokenName } from "../source-place.ts";
import { reportText, syncOneSource } from "../sync-sources.ts";
import { withStore } from "../with-store.ts";
import { baseUrl } from "./projects-add.ts";

export const siteFlags: Record<"mount" | "base-url" | "token", Flag> = {
  mount: {
    type: "string",
    value: "DIR",
    help: "Folder of the project that the source's pages are put under.",
  },
  "base-url": {
    type: "string",
    value: "URL",
    help: "Address of this source's site, where it has one of its own.",
  },
  token: tokenFlag,
};

export const sourcesAdd: Command = {
  name: "sources add",
  summary: "Add one more place that a project's docs come from.",
  flags: {
    domain: { type: "string", value: "NAME", help: "Project to add to.", required: true },
    docs: {
      type: "string",
      value: "PATH_OR_GIT_URL",
      help: "Folder, git repository or git URL with the docs.",
      required: true,
    },
    ...placeFlags,
    ...siteFlags,
  },
  examples: [
    "docent sources add --domain acme --docs ../acme-api/docs --mount api",
    "docent sources add --domain acme --docs https://git.example/acme/sdk.git --subfolder docs --mount sdk --token ACME",
  ],
  run: addAndSync,
};

/** A source that cannot be read is not left behind: the same command, corrected, must work. */
function addAndSync(invocation: Invocation): Promise<number> {
  const { flags, services } = invocation;
  return withStore(invocation, async (db) => {
    const project = await requireProject(db, flags.required("domain"));
    const credential = tokenName(flags.text("token"));
    const described = await sourcePlace({
      docs: flags.required("docs"),
      branch: flags.text("branch"),
      subfolder: flags.text("subfolder"),
    });
    const place = {
      ...described,
      mount: flags.text("mount") ?? "",
      baseUrl: baseUrl(flags.text("base-url")),
      credential,
    };
    const deps = { db, clock: services.clock };
    const input = { projectId: project.id, place };
    const source = await addSource(deps, { kind: "operator" }, input);
    const title = `${project.domain} (${source.id})`;
    const report = await syncOneSource(invocation, db, { source, title }).catch(async (error) => {
      await deleteSource(db, source.id);
      throw error;
    });
    invocation.remark(`${project.domain}: ${reportText(report)}`);
    invocation.print(source.id);
    return 0;
  });
}
