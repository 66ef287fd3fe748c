import { describeLayout } from "../../docs/describe/describe-layout.ts";
import type { OverlayChange } from "../../git/overlay/overlay.ts";
import { recentSubjects } from "../../git/read/recent-subjects.ts";
import { AppError } from "../../lib/app-error.ts";
import { createEditor } from "../../models/embedded/editor/steps/create-editor.ts";
import { firstOf } from "../../text/bounded.ts";
import { readGuidance } from "../guidance/read-guidance.ts";
import { titleConvention } from "../guidance/title-convention.ts";
import type { Tool, ToolContext, ToolResult } from "../tools/tool.ts";
import { changeNotes } from "./change-notes.ts";
import { checkFolders, withLeftOut } from "./check-folders.ts";
import { type CheckoutFiles, type Opening, openCheckoutFiles } from "./checkout-files.ts";
import type {
  CheckoutCall,
  CheckoutCalls,
  CheckoutPlace,
  Description,
  StateChange,
} from "./checkout-request.ts";
import { onceFor } from "./once-for.ts";
import { wholeChange } from "./whole-change.ts";

/** A job's checkout on the thread that reads its texts. */
export type JobCheckout = {
  answer(call: CheckoutCall): Promise<CheckoutCalls[CheckoutCall["kind"]]["gives"]>;
  /** What has changed since it was asked last. */
  stateChange(): StateChange;
};

export async function openJobCheckout(
  opening: Opening,
  tools: readonly Tool[],
): Promise<JobCheckout> {
  const { place, signal } = opening;
  const files = await openCheckoutFiles(opening);
  const { overlay, leftOut } = files;
  const change = onceFor(overlay, () => wholeChange({ ...place, files }));
  const refused = () => [...new Set([...place.notWritten, ...overlay.refused()])];
  const check = createCheck({ files, place, change, refused, signal });
  const { docsFolder, otherFolders } = place;
  const context = { overlay, docsFolder, otherFolders, check, searchDocs: notHere };
  const editor = createEditor();
  const answer: JobCheckout["answer"] = async (call) => {
    leftOut.clear();
    if (call.kind === "tool") return told(await runTool(tools, context, call), leftOut);
    if (call.kind === "check") return check();
    if (call.kind === "describe") return describe(files, place, { ...call, signal });
    if (call.kind === "edit") return editor(call.input, call.steps);
    if (call.kind === "lines") return linesOf((await change()).after, call.sources);
    const here = new Set(overlay.list().map(({ path }) => path));
    return call.paths.filter((path) => here.has(path));
  };
  return { answer, stateChange: changeTeller(files, refused, place.changes) };
}

type Checking = {
  files: CheckoutFiles;
  place: CheckoutPlace;
  change(): ReturnType<typeof wholeChange>;
  refused(): string[];
  signal: AbortSignal;
};

function createCheck(checking: Checking): ToolContext["check"] {
  const { files, place, change, refused, signal } = checking;
  const report = onceFor(files.overlay, async () => {
    const folders = [place.docsFolder, ...place.otherFolders];
    const found = await checkFolders({ ...(await change()), signal }, folders);
    return withLeftOut(found, [...files.leftOut]);
  });
  return async () => {
    const found = await report();
    const notes = await changeNotes({ ...(await change()), tree: files.tree, refused: refused() });
    return { ...found, checks: [...found.checks, ...notes] };
  };
}

async function notHere(): Promise<never> {
  throw new Error("the search index is not on this thread");
}

async function runTool(
  tools: readonly Tool[],
  context: ToolContext,
  { name, input }: CheckoutCalls["tool"]["asks"],
): Promise<ToolResult> {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new AppError("not_found", `There is no tool named ${name}.`);
  return tool.run(context, input);
}

const mostTold = 50;

/** What a tool left out is told with what it gives. */
function told(result: ToolResult, leftOut: Set<string>): ToolResult {
  const { output } = result;
  if (leftOut.size === 0 || typeof output !== "object") return result;
  return { ...result, output: { ...output, tooCostlyToRead: firstOf([...leftOut], mostTold) } };
}

/**
 * What a model is told of the repository. How it is laid out it sees from the commit it works upon; what the
 * repository asks of its writers comes from the default branch, because nobody has agreed yet to what another branch says.
 */
async function describe(
  files: CheckoutFiles,
  { repository, base, docsFolder }: CheckoutPlace,
  { agreed, forPrompt, signal }: CheckoutCalls["describe"]["asks"] & { signal: AbortSignal },
): Promise<Description> {
  const convention = titleConvention(await recentSubjects(repository, agreed, { signal }));
  if (!forPrompt) return { layout: "", guidance: { files: [] }, convention };
  const layout = await describeLayout(await files.at(base), docsFolder);
  return { layout, guidance: await readGuidance(await files.at(agreed), docsFolder), convention };
}

const longestLine = 1_000;

async function linesOf(
  after: CheckoutFiles["overlay"],
  sources: { path: string; line: number }[],
): Promise<(string | undefined)[]> {
  const lines = new Map<string, string[]>();
  const paths = new Set(sources.map(({ path }) => path));
  for await (const { path, content } of after.readEach([...paths]))
    lines.set(path, content.split(/\r?\n/));
  return sources.map(({ path, line }) => lines.get(path)?.[line - 1]?.slice(0, longestLine));
}

/** An overlay has another object for each text that is written. */
function changeTeller(
  { overlay, tooCostly }: CheckoutFiles,
  refused: () => string[],
  known: OverlayChange[],
): () => StateChange {
  let last = new Map(overlay.changes().map((change) => [change.path, change]));
  // What was given and is as in the base by now is none.
  let gone = known.map(({ path }) => path).filter((path) => !last.has(path));
  return () => {
    const now = new Map(overlay.changes().map((change) => [change.path, change]));
    const written = [...now.values()].filter((change) => last.get(change.path) !== change);
    const restored = [...gone, ...[...last.keys()].filter((path) => !now.has(path))];
    last = now;
    gone = [];
    return { written, restored, notWritten: refused(), tooCostly: tooCostly() };
  };
}
