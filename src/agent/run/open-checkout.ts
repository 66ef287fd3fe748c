import { checkChanges } from "../../docs/check/check-changes.ts";
import { checkRows } from "../../docs/check/check-rows.ts";
import type { CheckReport } from "../../docs/check/finding.ts";
import { describeLayout } from "../../docs/describe/describe-layout.ts";
import { openSite } from "../../docs/tree/open-tree.ts";
import { writeRules } from "../../docs/write/write-rules.ts";
import type { EditedRepository } from "../../forge/edited-repository.ts";
import { type Overlay, openOverlay } from "../../git/overlay/overlay.ts";
import { recentSubjects } from "../../git/read/recent-subjects.ts";
import { branchCommit } from "../../git/read/resolve-commit.ts";
import type { Log } from "../../lib/log.ts";
import { embeddedModelId } from "../../models/embedded/embedded-model-id.ts";
import { readGuidance } from "../guidance/read-guidance.ts";
import { titleConvention } from "../guidance/title-convention.ts";
import { docsSearch } from "../tools/search-docs-tool.ts";
import { wholeChange } from "./base-commit.ts";
import { changeNotes } from "./change-notes.ts";
import { JobStop } from "./job-ending.ts";
import type { Progress } from "./job-progress.ts";
import type { Checkout, Run, RunJobDeps } from "./job-run.ts";
import { fingerprintOf } from "./review-outcome.ts";
import { systemPrompt } from "./system-prompt.ts";

type Place = { repository: EditedRepository; progress: Progress };

export async function openCheckout(
  deps: RunJobDeps,
  run: Run,
  { repository, progress }: Place,
): Promise<Checkout> {
  const { path, docsFolder, otherFolders = [] } = repository;
  const { baseCommit: base } = progress;
  const { claimed, project, now: signal } = run;
  const model = deps.modelOf(project, claimed.job.model);
  const told = await readRepository(run, { repository, base, modelId: model.id });
  const { readOnlyPaths } = deps.settings;
  const tree = await openSite(await openOverlay(path, base, [], { signal }), docsFolder);
  const rules = writeRules({
    ...{ tree, docsFolders: [docsFolder, ...otherFolders], extraPaths: project.extraPaths ?? [] },
  });
  const overlay = await openOverlay(path, base, progress.overlay, { readOnlyPaths, rules, signal });
  const change = onceFor(overlay, () =>
    wholeChange({ repository: path, target: claimed.job.base, base, overlay }),
  );
  const refused = () => [...new Set([...progress.turn.notWritten, ...overlay.refused()])];
  const report = onceFor(overlay, () =>
    checked(deps.log, async () =>
      checkFolders({ ...(await change()), signal }, [docsFolder, ...otherFolders]),
    ),
  );
  const check = async () => {
    const found = await report();
    const notes = await changeNotes({ ...(await change()), tree, refused: refused() });
    return { ...found, checks: [...found.checks, ...notes] };
  };
  const searchDocs = docsSearch(deps, project.id, { overlay, docsFolder });
  const context = { overlay, docsFolder, otherFolders, check, searchDocs };
  return { repository, context, change, model, ...told };
}

type Compared = { before: Overlay; after: Overlay; signal: AbortSignal };

/** Each folder of docs is a site of its own; those without a change have nothing to check. */
async function checkFolders(change: Compared, folders: string[]): Promise<CheckReport> {
  const [first = "", ...others] = folders;
  const isChanged = (folder: string) =>
    change.after.changes().some(({ path }) => path.startsWith(`${folder}/`));
  const reports: CheckReport[] = [];
  for (const docsFolder of [first, ...others.filter(isChanged)])
    reports.push(await checkChanges({ ...change, docsFolder }));
  const findings = reports.flatMap(({ broken }) => broken);
  // A page that two sites show is found wanting once.
  const broken = [...new Map(findings.map((one) => [JSON.stringify(one), one])).values()];
  const knownBefore = reports.reduce((sum, one) => sum + one.knownBefore, 0);
  return { broken, knownBefore, checks: checkRows(broken) };
}

/**
 * What a model is told of the repository. How it is laid out it sees from the commit it works upon; what the
 * repository asks of its writers comes from the default branch, because nobody has agreed yet to what another branch says.
 */
async function readRepository(
  { claimed: { job }, now: signal }: Run,
  { repository, base, modelId }: { repository: EditedRepository; base: string; modelId: string },
): Promise<Pick<Checkout, "instructions" | "convention">> {
  const { path, docsFolder } = repository;
  const agreed = await branchCommit(path, job.base, signal);
  const convention = titleConvention(await recentSubjects(path, agreed, { signal }));
  // It follows rules of its own, and reads no prompt.
  if (modelId === embeddedModelId) return { instructions: "", convention };
  const here = await openOverlay(path, base, [], { signal });
  const there = agreed === base ? here : await openOverlay(path, agreed, [], { signal });
  const [layout, guidance] = await Promise.all([
    describeLayout(here, docsFolder),
    readGuidance(there, docsFolder),
  ]);
  const material = { docsFolder, layout, guidance, titleConvention: convention };
  return { instructions: systemPrompt({ ...material, branch: job.branch }), convention };
}

/** Looking twice at the same changes, as finishing does, takes no second look. One that failed is not kept. */
function onceFor<Found>(overlay: Overlay, look: () => Promise<Found>): () => Promise<Found> {
  let last: { fingerprint: string; found: Promise<Found> } | undefined;
  return () => {
    const fingerprint = fingerprintOf(overlay);
    if (last?.fingerprint === fingerprint) return last.found;
    const found = look();
    last = { fingerprint, found };
    found.catch(() => {
      last = undefined;
    });
    return found;
  };
}

/** A check that fails for a reason of its own must not cost the work: the reviewer is told instead. */
async function checked(log: Log, check: () => Promise<CheckReport>): Promise<CheckReport> {
  try {
    return await check();
  } catch (err) {
    if (err instanceof JobStop) throw err;
    log.error({ err }, "the checks failed");
    const findings = ["They failed for a reason of their own: look at this change with care."];
    const checks = [{ name: "The checks ran", passed: false, findings }];
    return { broken: [], knownBefore: 0, checks };
  }
}
