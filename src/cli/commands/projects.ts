import { shownAddress } from "../../git/remote/remote-address.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { modelPlace } from "../../models/providers/model-place.ts";
import {
  addProject,
  chooseEditSource,
  chooseExtraPaths,
  chooseProjectModel,
  removeProject,
  updateProject,
} from "../../projects/change-projects.ts";
import { requireProject } from "../../projects/open-project.ts";
import type { Database } from "../../store/database.ts";
import { listProjects, type Project } from "../../store/docs/projects.ts";
import { listSources } from "../../store/docs/sources.ts";
import { type Flags, requiredFlag, switchFlag, textFlag } from "../command.ts";
import { modelFlags, readModelFlags } from "../model-flags.ts";
import { baseUrl, docsFlag, placeFlags, placeIn, tokenFlag, tokenName } from "../source-flags.ts";
import { storeCommand } from "../store-command.ts";
import { reportText, syncProject } from "../sync-sources.ts";
import { minuteText, table } from "../terminal-text.ts";

const projectsAdd = storeCommand({
  name: "projects add",
  flags: {
    domain: requiredFlag("NAME", "Domain of the project, as it stands in the API's address."),
    docs: { ...docsFlag, required: true },
    ...placeFlags,
    token: tokenFlag,
    name: textFlag("TEXT", "Name for people."),
    "base-url": textFlag("URL", "Address of the docs site; citations link there."),
    public: switchFlag("Anyone may read the pages in Docent's own view (default: private)."),
  },
  examples: [
    "docent projects add --domain acme --docs ./acme-docs --base-url https://docs.acme.example",
    "docent projects add --domain acme --docs https://git.example/acme/docs.git --branch main --subfolder content",
  ],
  makesStore: true,
  async work(invocation) {
    const { db, flags, services, record, result, remark } = invocation;
    const { project } = await addProject({ db, clock: services.clock }, operator, {
      domain: flags.required("domain"),
      name: flags.text("name") ?? "",
      visibility: flags.has("public") ? "public" : "private",
      baseUrl: baseUrl(flags.text("base-url")),
      source: { ...(await placeIn(flags)), credential: tokenName(flags.text("token")) },
    });
    // A project whose docs cannot be read is not left behind: the same command, corrected, must work.
    const reports = await syncProject(invocation, project).catch(async (error) => {
      await removeProject({ db }, operator, project.domain);
      throw error;
    });
    await record({ action: "Add a project", projectId: project.id, target: project.domain });
    for (const report of reports) remark(`${project.domain}: ${reportText(report)}`);
    remark(`Next: docent keys create --domain ${project.domain} --kind assistant`);
    const pages = reports.reduce((sum, report) => sum + report.pages, 0);
    result({ id: project.id, domain: project.domain, pages }, project.id);
  },
});

const projectsList = storeCommand({
  name: "projects list",
  flags: {},
  examples: ["docent projects list"],
  async work({ db, display, result }) {
    const projects = await Promise.all((await listProjects(db)).map((one) => withSources(db, one)));
    const rows = projects.map(({ domain, id, visibility, baseUrl, sources }) => {
      const places = sources.map(({ location, branch, subfolder }) =>
        [location, branch, subfolder].filter(Boolean).join(" "),
      );
      const synced = sources.map(({ syncedAt }) => minuteText(syncedAt));
      return [domain, id, visibility, synced.join(", "), baseUrl || "-", places.join(", ")];
    });
    const head = ["DOMAIN", "ID", "VISIBILITY", "SYNCED", "BASE URL", "SOURCE"];
    result({ projects }, table(head, rows, display.columns));
  },
});

async function withSources(db: Database, project: Project) {
  const { id, domain, name, visibility, baseUrl } = project;
  const sources = (await listSources(db, id)).map(
    ({ id: sourceId, location, branch, subfolder, syncedAt }) => ({
      ...{ id: sourceId, location: shownAddress(location), branch, subfolder, syncedAt },
    }),
  );
  return { id, domain, name, visibility, baseUrl, sources };
}

const projectsUpdate = storeCommand({
  name: "projects update",
  flags: {
    domain: requiredFlag("NAME", "Project to change."),
    name: textFlag("TEXT", "Name for people."),
    "base-url": textFlag("URL", 'Address of the docs site; "" goes back to Docent\'s own view.'),
    public: switchFlag("Anyone may read the pages in Docent's own view."),
    private: switchFlag("Nobody may."),
    "edit-source": textFlag(
      "ID",
      "Source whose repository agent jobs edit, where a project has several.",
    ),
    "extra-paths": {
      ...textFlag(
        "GLOB",
        'Path that jobs may write besides the docs; give it again for several, "" for none.',
      ),
      multiple: true,
    },
    ...modelFlags,
  },
  examples: [
    "docent projects update --domain acme --extra-paths README.md --extra-paths 'docs/**/*.tsx'",
    "docent projects update --domain acme --base-url https://docs.acme.example",
    "docent projects update --domain acme --model-url http://127.0.0.1:11434/v1 --model-sonnet llama3",
  ],
  async work({ db, flags, services, record, result, remark }) {
    const visibility = visibilityIn(flags);
    const project = await requireProject(db, flags.required("domain"));
    const projectId = project.id;
    const model = readModelFlags(flags, project.model ?? {});
    const url = flags.text("base-url");
    await updateProject({ db }, operator, {
      ...project,
      name: flags.text("name") ?? project.name,
      baseUrl: url === undefined ? project.baseUrl : baseUrl(url),
      visibility: visibility ?? project.visibility,
    });
    await record({ action: "Change a project's settings", projectId });
    const sourceId = flags.text("edit-source");
    if (sourceId !== undefined) await chooseEditSource({ db }, operator, { projectId, sourceId });
    const paths = flags.list("extra-paths");
    if (paths.length > 0) {
      const wanted = { projectId, paths: paths.filter((path) => path !== "") };
      await chooseExtraPaths({ db }, operator, wanted);
      remark(`Besides the docs, jobs may write: ${wanted.paths.join(", ") || "nothing"}.`);
    }
    if (model !== undefined) {
      await chooseProjectModel({ db }, operator, { projectId, model });
      const { models } = services.config;
      const place = modelPlace(models, model, models.answers);
      if ("missing" in place)
        remark(`With the settings of this command its model cannot be used: ${place.missing}.`);
    }
    remark(`The project ${project.domain} is changed.`);
    result({ id: projectId, domain: project.domain }, "");
  },
});

function visibilityIn(flags: Flags): "public" | "private" | undefined {
  if (flags.has("public") && flags.has("private"))
    throw new AppError("invalid_request", "--public and --private exclude each other.");
  if (flags.has("public")) return "public";
  return flags.has("private") ? "private" : undefined;
}

const projectsRemove = storeCommand({
  name: "projects remove",
  flags: {
    domain: requiredFlag("NAME", "Project to remove."),
    yes: switchFlag("Really do it; it cannot be undone."),
  },
  examples: ["docent projects remove --domain acme --yes"],
  async work({ db, flags, record, result, remark }) {
    const domain = flags.required("domain");
    if (!flags.has("yes")) {
      throw new AppError(
        "invalid_request",
        `This removes the keys, threads and answers of ${domain} for good (your own files stay): add --yes to do it.`,
      );
    }
    await removeProject({ db }, operator, domain);
    await record({ action: "Remove a project", target: domain });
    remark(`The project ${domain} is removed.`);
    result({ domain, state: "removed" }, "");
  },
});

export const projectCommands = [projectsAdd, projectsList, projectsUpdate, projectsRemove];
