import type { ProjectModel } from "../../contract/models.ts";
import { AppError } from "../../lib/app-error.ts";
import { modelPlace } from "../../models/providers/model-place.ts";
import { chooseEditSource } from "../../projects/choose-edit-source.ts";
import { chooseProjectModel } from "../../projects/choose-project-model.ts";
import { requireProject } from "../../projects/require-project.ts";
import { updateProject } from "../../projects/update-project.ts";
import type { Database } from "../../store/database.ts";
import type { Command, Invocation } from "../command.ts";
import { modelFlags, readModelFlags } from "../model-flags.ts";
import { withStore } from "../with-store.ts";
import { baseUrl } from "./projects-add.ts";

export const projectsUpdate: Command = {
  name: "projects update",
  summary: "Change a project's name, base URL, visibility, models or the source that jobs edit.",
  flags: {
    domain: { type: "string", value: "NAME", help: "Project to change.", required: true },
    name: { type: "string", value: "TEXT", help: "Name for people." },
    "base-url": {
      type: "string",
      value: "URL",
      help: 'Address of the docs site; "" goes back to Docent\'s own view.',
    },
    public: { type: "boolean", help: "Anyone may read the pages in Docent's own view." },
    private: { type: "boolean", help: "Nobody may." },
    "edit-source": {
      type: "string",
      value: "ID",
      help: "Source whose repository agent jobs edit, where a project has several.",
    },
    ...modelFlags,
  },
  examples: [
    "docent projects update --domain acme --base-url https://docs.acme.example",
    "docent projects update --domain acme --model-url http://127.0.0.1:11434/v1 --model-sonnet llama3",
  ],
  run: (invocation) =>
    withStore(invocation, async (db) => {
      const { flags } = invocation;
      if (flags.has("public") && flags.has("private")) {
        throw new AppError("invalid_request", "--public and --private exclude each other.");
      }
      const project = await requireProject(db, flags.required("domain"));
      const model = readModelFlags(flags, project.model ?? {});
      const url = flags.text("base-url");
      const visibility = flags.has("public")
        ? "public"
        : flags.has("private")
          ? "private"
          : project.visibility;
      await updateProject(
        { db },
        { kind: "operator" },
        {
          ...project,
          name: flags.text("name") ?? project.name,
          baseUrl: url === undefined ? project.baseUrl : baseUrl(url),
          visibility,
        },
      );
      const sourceId = flags.text("edit-source");
      if (sourceId !== undefined) {
        const choice = { projectId: project.id, sourceId };
        await chooseEditSource({ db }, { kind: "operator" }, choice);
      }
      if (model !== undefined) await updateModel(invocation, db, { projectId: project.id, model });
      invocation.remark(`The project ${project.domain} is changed.`);
      return 0;
    }),
};

async function updateModel(
  { services, remark }: Invocation,
  db: Database,
  choice: { projectId: string; model: ProjectModel },
): Promise<void> {
  await chooseProjectModel({ db }, { kind: "operator" }, choice);
  const { models } = services.config;
  const place = modelPlace(models, choice.model, models.answers);
  if ("missing" in place)
    remark(`With the settings of this command its model cannot be used: ${place.missing}.`);
}
