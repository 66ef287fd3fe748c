import { webAddress } from "../../config/web-address.ts";
import type { SyncReport } from "../../ingest/sync-source.ts";
import { AppError } from "../../lib/app-error.ts";
import { addProject } from "../../projects/add-project.ts";
import { removeProject } from "../../projects/remove-project.ts";
import type { Database } from "../../store/database.ts";
import type { Project } from "../../store/docs/projects.ts";
import type { Command, Invocation } from "../command.ts";
import { placeFlags, sourcePlace, tokenFlag, tokenName } from "../source-place.ts";
import { reportText, syncProject } from "../sync-sources.ts";
import { withStore } from "../with-store.ts";

export const projectsAdd: Command = {
  name: "projects add",
  summary: "Add a project: a domain, and where its docs come from.",
  flags: {
    domain: {
      type: "string",
      value: "NAME",
      help: "Domain of the project, as it stands in the API's address.",
      required: true,
    },
    docs: {
      type: "string",
      value: "PATH_OR_GIT_URL",
      help: "Folder, git repository or git URL with the docs.",
      required: true,
    },
    ...placeFlags,
    token: tokenFlag,
    name: { type: "string", value: "TEXT", help: "Name for people." },
    "base-url": {
      type: "string",
      value: "URL",
      help: "Address of the docs site; citations link there.",
    },
    public: {
      type: "boolean",
      help: "Anyone may read the pages in Docent's own view (default: private).",
    },
  },
  examples: [
    "docent projects add --domain acme --docs ./acme-docs --base-url https://docs.acme.example",
    "docent projects add --domain acme --docs https://git.example/acme/docs.git --branch main --subfolder content",
  ],
  run: (invocation) =>
    withStore(
      invocation,
      async (db) => {
        const { flags, services } = invocation;
        const place = {
          docs: flags.required("docs"),
          branch: flags.text("branch"),
          subfolder: flags.text("subfolder"),
        };
        const { project } = await addProject(
          { db, clock: services.clock },
          { kind: "operator" },
          {
            domain: flags.required("domain"),
            name: flags.text("name") ?? "",
            visibility: flags.has("public") ? "public" : "private",
            baseUrl: baseUrl(flags.text("base-url")),
            source: {
              ...(await sourcePlace(place)),
              credential: tokenName(flags.text("token")),
            },
          },
        );
        const reports = await firstSync(invocation, db, project);
        for (const report of reports) invocation.remark(`${project.domain}: ${reportText(report)}`);
        invocation.remark(`Next: docent keys create --domain ${project.domain} --kind assistant`);
        invocation.print(project.id);
        return 0;
      },
      true,
    ),
};

/** A project whose docs cannot be read is not left behind: the same command, corrected, must work. */
async function firstSync(
  invocation: Invocation,
  db: Database,
  project: Project,
): Promise<SyncReport[]> {
  try {
    return await syncProject(invocation, db, project);
  } catch (error) {
    await removeProject({ db }, { kind: "operator" }, project.domain);
    throw error;
  }
}

export function baseUrl(text: string | undefined): string {
  if (text === undefined || text === "") return "";
  const address = webAddress(text);
  if (address !== undefined) return address;
  throw new AppError(
    "invalid_request",
    `--base-url takes an http or https address without a query, not "${text}".`,
  );
}
