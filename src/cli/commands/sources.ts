import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import {
  addSource,
  removeSource,
  requireSource,
  updateSource,
} from "../../projects/change-sources.ts";
import { listSources } from "../../projects/list-sources.ts";
import { requireProject } from "../../projects/open-project.ts";
import { listProjects } from "../../store/docs/projects.ts";
import {
  deleteSource,
  type StoredSource,
  type SourcePlace as WholePlace,
} from "../../store/docs/sources.ts";
import { type Flags, requiredFlag, switchFlag, textFlag } from "../command.ts";
import { connectSource } from "../connect-source.ts";
import {
  baseUrl,
  docsFlag,
  placeFlags,
  placeIn,
  sourcePlace,
  tokenFlag,
  tokenName,
} from "../source-flags.ts";
import { storeCommand } from "../store-command.ts";
import { reportText, syncOneSource } from "../sync-sources.ts";
import { minuteText, table } from "../terminal-text.ts";

const siteFlags = {
  mount: textFlag("DIR", "Folder of the project that the source's pages are put under."),
  "base-url": textFlag("URL", "Address of this source's site, where it has one of its own."),
  token: tokenFlag,
};

const sourcesAdd = storeCommand({
  name: "sources add",
  flags: {
    domain: requiredFlag("NAME", "Project to add to."),
    docs: { ...docsFlag, required: true },
    ...placeFlags,
    ...siteFlags,
  },
  examples: [
    "docent sources add --domain acme --docs ../acme-api/docs --mount api",
    "docent sources add --domain acme --docs https://git.example/acme/sdk.git --subfolder docs --mount sdk --token ACME",
  ],
  async work(invocation) {
    const { db, flags, services, record, result, remark } = invocation;
    const project = await requireProject(db, flags.required("domain"));
    const credential = tokenName(flags.text("token"));
    const place = {
      ...(await placeIn(flags)),
      mount: flags.text("mount") ?? "",
      baseUrl: baseUrl(flags.text("base-url")),
      credential,
    };
    const input = { projectId: project.id, place };
    const source = await addSource({ db, clock: services.clock }, operator, input);
    const title = `${project.domain} (${source.id})`;
    // A source that cannot be read is not left behind: the same command, corrected, must work.
    const report = await syncOneSource(invocation, source, { title }).catch(async (error) => {
      await deleteSource(db, source.id);
      throw error;
    });
    await record({ action: "Add a source", projectId: project.id, target: source.id });
    remark(`${project.domain}: ${reportText(report)}`);
    await connectSource(invocation, source);
    result({ id: source.id, domain: project.domain, pages: report.pages }, source.id);
  },
});

const head = ["ID", "DOMAIN", "PAGES", "SYNCED", "SITE", "MOUNT", "STATE", "SOURCE"];

const sourcesList = storeCommand({
  name: "sources list",
  flags: { domain: textFlag("NAME", "Only this project's.") },
  examples: ["docent sources list", "docent sources list --domain acme"],
  async work({ db, flags, display, result }) {
    const domain = flags.text("domain");
    const projects =
      domain === undefined ? await listProjects(db) : [await requireProject(db, domain)];
    const sources: object[] = [];
    const rows: string[][] = [];
    const deps = { db, progressOf: () => undefined };
    for (const project of projects) {
      for (const source of await listSources(deps, operator, project.id)) {
        sources.push({ domain: project.domain, ...source });
        rows.push([
          source.id,
          project.domain,
          String(source.pages),
          minuteText(source.syncedAt),
          source.generator || "-",
          source.mount || "-",
          source.error === "" ? "ok" : `failed: ${source.error}`,
          [source.location, source.branch, source.subfolder].filter(Boolean).join(" "),
        ]);
      }
    }
    result({ sources }, table(head, rows, display.columns));
  },
});

const sourcesUpdate = storeCommand({
  name: "sources update",
  words: { usage: "ID", count: 1 },
  flags: {
    domain: requiredFlag("NAME", "Project of the source."),
    docs: docsFlag,
    ...placeFlags,
    ...siteFlags,
  },
  examples: [
    "docent sources update --domain acme --branch release src_1",
    'docent sources update --domain acme --mount "" src_1',
  ],
  async work(invocation) {
    const { db, flags, words, record, result, remark } = invocation;
    const project = await requireProject(db, flags.required("domain"));
    const wanted = { projectId: project.id, sourceId: words[0] ?? "" };
    const source = await requireSource(db, wanted);
    const place = await changedPlace(flags, source);
    await updateSource({ db }, operator, { ...wanted, place });
    await record({ action: "Change a source", projectId: project.id, target: source.id });
    const title = `${project.domain} (${source.id})`;
    const report = await syncOneSource(invocation, source, { title });
    remark(`${project.domain}: ${reportText(report)}`);
    if (place.location !== undefined || place.credential !== undefined)
      await connectSource(invocation, { ...source, ...place });
    result({ id: source.id, domain: project.domain, pages: report.pages }, "");
  },
});

/** With a new location, branch and sub-folder are taken anew as well. */
async function changedPlace(flags: Flags, source: StoredSource): Promise<Partial<WholePlace>> {
  const [docs, branch, subfolder] = ["docs", "branch", "subfolder"].map((name) => flags.text(name));
  const [mount, url, token] = ["mount", "base-url", "token"].map((name) => flags.text(name));
  const kept = docs === undefined ? source : undefined;
  const isMoved = [docs, branch, subfolder].some((value) => value !== undefined);
  const described = {
    docs: docs ?? source.location,
    branch: branch ?? kept?.branch,
    subfolder: subfolder ?? kept?.subfolder,
  };
  return {
    ...(isMoved && (await sourcePlace(described))),
    ...(mount !== undefined && { mount }),
    ...(url !== undefined && { baseUrl: baseUrl(url) }),
    ...(token !== undefined && { credential: tokenName(token) }),
  };
}

const sourcesRemove = storeCommand({
  name: "sources remove",
  words: { usage: "ID", count: 1 },
  flags: {
    domain: requiredFlag("NAME", "Project of the source."),
    yes: switchFlag("Really do it."),
  },
  examples: ["docent sources remove --domain acme --yes src_1"],
  async work({ db, flags, words: [sourceId = ""], services: { clock }, record, result, remark }) {
    const project = await requireProject(db, flags.required("domain"));
    if (!flags.has("yes")) {
      throw new AppError(
        "invalid_request",
        `This takes the pages of ${sourceId} out of the answers (your own files stay): add --yes to do it.`,
      );
    }
    await removeSource({ db, clock }, operator, { projectId: project.id, sourceId });
    await record({ action: "Remove a source", projectId: project.id, target: sourceId });
    remark(`The source ${sourceId} is removed.`);
    result({ id: sourceId, state: "removed" }, "");
  },
});

export const sourceCommands = [sourcesAdd, sourcesList, sourcesUpdate, sourcesRemove];
