import type { GateQuestion, GateReport } from "../../contract/gate.ts";
import type { ModelProvider } from "../../contract/models.ts";
import { compareSides } from "../../gate/compare-sides.ts";
import type { GateBudget } from "../../gate/gate-budget.ts";
import { threadedReader } from "../../ingest/pages/page-reader.ts";
import { folderSource } from "../../ingest/sources/folder.ts";
import { snapshotOf } from "../../ingest/sources/git-repo.ts";
import type { Source } from "../../ingest/sources/source.ts";
import { syncSource } from "../../ingest/sync-source.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import { addProject } from "../../projects/change-projects.ts";
import type { Database } from "../../store/database.ts";
import type { CheckSource } from "../check/check-source.ts";
import type { Services } from "../services.ts";
import type { GateProgress } from "./gate-progress.ts";
import { withTemporaryStore } from "./temporary-store.ts";

type GateServices = Pick<Services, "clock" | "config" | "embedder" | "createAssistant">;

export type LocalGate = {
  source: CheckSource;
  questions: GateQuestion[];
  budget: GateBudget;
  /** In place of the one that the settings name. */
  model: ModelProvider | undefined;
  progress: GateProgress;
};

/** Asks both sides of a change without a server: both are read from git, and nothing is written into the repository. */
export function localGate(services: GateServices, gate: LocalGate): Promise<GateReport> {
  return withTemporaryStore((db) => gateIn(db, services, gate));
}

/** Addresses of pages are those of the site, whatever its host is. */
const anyHost = "https://docs.invalid";

async function gateIn(db: Database, services: GateServices, gate: LocalGate): Promise<GateReport> {
  const { clock, config } = services;
  const { source, questions, budget, progress } = gate;
  const place = { kind: "folder", location: source.repository, branch: "" } as const;
  const { project: added, source: stored } = await addProject({ db, clock }, operator, {
    ...{ domain: "gate", name: "", visibility: "private", baseUrl: anyHost },
    source: { ...place, subfolder: source.docsFolder },
  });
  const project = { ...added, ...(gate.model && { model: { provider: gate.model } }) };
  const reading = { db, clock, embedder: services.embedder(), reader: threadedReader() };
  const read = async (what: string, side: Source) => {
    const onProgress = ({ done, total }: { done: number; total: number }) =>
      progress.update(`Reading ${what}`, done, total);
    const deps = { ...reading, limits: config.limits };
    const { revisionId, pages } = await syncSource(deps, stored, side, { onProgress });
    return { revisionId, pages };
  };
  const base = await read("the side before", commitSource(source, source.commits.base));
  const head = await read("the side after", headSource(source));
  if (base.pages + head.pages === 0)
    throw new AppError(
      "not_found",
      `No pages were found in ${source.where}: --docs names another folder.`,
    );
  const assistant = services.createAssistant(db);
  try {
    const { signal } = new AbortController();
    return await compareSides(
      assistant.gate,
      {
        ...{ project, questions, budget },
        base: { revisionId: base.revisionId, commit: source.commits.base ?? "" },
        head: { revisionId: head.revisionId, commit: headName(source) },
        onProgress: (done, total) => progress.update("Asking", done, total),
      },
      signal,
    );
  } finally {
    await assistant.close();
  }
}

function commitSource({ repository, docsFolder }: CheckSource, commit = ""): Source {
  const options = docsFolder === "" ? {} : { subfolder: docsFolder };
  return { snapshot: (signal) => snapshotOf({ repository, commit }, options, signal) };
}

function headSource(source: CheckSource): Source {
  const { workTree, docsFolder, commits } = source;
  if (workTree === undefined) return commitSource(source, commits.head);
  return folderSource({ root: workTree, ...(docsFolder !== "" && { subfolder: docsFolder }) });
}

function headName({ workTree, commits }: CheckSource): string {
  return workTree === undefined ? (commits.head ?? "") : "the files on disk";
}
