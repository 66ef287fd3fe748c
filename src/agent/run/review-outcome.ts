import type { GateResult } from "../../contract/gate.ts";
import type { CheckReport, Finding } from "../../docs/check/finding.ts";
import { fingerprintOf } from "../checkout/fingerprint.ts";
import type { JobDocs } from "../checkout/job-docs.ts";
import { quoted } from "../proof/acceptance-text.ts";
import type { Outcome, Refusal, Turn } from "./job-progress.ts";
import { unsettledFiles } from "./merging.ts";

const mostRounds = 3;
const mostFindings = 40;

/** Sends a model back to its work when its change broke something: what the model is told, and what the turn remembers. */
type SentBack = { message: string; turn: Turn };

type Reviewed = {
  docs: Pick<JobDocs, "changes" | "check">;
  /** Questions that the change was made for and does not answer; asked for when nothing is broken. */
  open(): Promise<GateResult[]>;
};

/** Undefined: the change is proposed as it is. With a report of what is broken it will be a draft. */
export async function reviewOutcome(
  { docs, open }: Reviewed,
  turn: Turn,
  outcome: Outcome,
): Promise<SentBack | undefined> {
  const unsettled = unsettledFiles(turn, docs.changes());
  const isUntouched = docs.changes().length === 0 && unsettled.length === 0;
  if (isUntouched || turn.rounds >= mostRounds) return undefined;
  const fingerprint = fingerprintOf(docs.changes());
  // It has seen the findings, and has left them as they are.
  if (turn.refused?.fingerprint === fingerprint) return undefined;
  if (unsettled.length > 0)
    return {
      message: unsettledText(unsettled),
      turn: { ...turn, rounds: turn.rounds + 1, refused: { outcome, fingerprint } },
    };
  const report = await docs.check();
  const message = report.broken.length > 0 ? sentBackText(report) : openText(await open());
  if (message === "") return undefined;
  const refused: Refusal = { outcome, fingerprint };
  return { message, turn: { ...turn, rounds: turn.rounds + 1, refused } };
}

/** What the questions that are still open say to a model; "" where none is. */
function openText(open: GateResult[]): string {
  if (open.length === 0) return "";
  const lines = open.map(
    ({ question, after }) => `- ${quoted(question)} ${openReason(after.outcome)}`,
  );
  return [
    "Not finished yet: these questions of readers, which this change is for, were asked of the docs as you leave them.",
    ...lines,
    "Answer each where its readers look, under a heading in their words, from facts that the repository or the task gives you; then call finish again. Where no such fact is known, say so in the summary and call finish again: the change is then proposed as it is.",
  ].join("\n");
}

function openReason(outcome: GateResult["after"]["outcome"]): string {
  if (outcome === "reserve")
    return "is answered only in part: the docs come near, and do not say it.";
  if (outcome === "failed") return "could not be asked.";
  return "is not answered.";
}

function sentBackText({ broken }: CheckReport): string {
  const shown = broken.slice(0, mostFindings).map(findingLine);
  const left = broken.length - shown.length;
  return [
    "Not finished yet: the checks found what this change broke. Correct it, run check, then call finish again.",
    ...shown,
    ...(left > 0 ? [`- and ${left} more; run check again when these are corrected`] : []),
    "If a finding cannot be corrected, say why in the summary and call finish again: the change is then proposed as a draft.",
  ].join("\n");
}

function unsettledText(paths: string[]): string {
  const names = paths.slice(0, mostFindings).map((path) => `- ${path}`);
  return [
    "Not finished yet: these files still have conflicts marked in them. Settle them, then call finish again.",
    ...names,
    "Nothing is pushed while a mark is left.",
  ].join("\n");
}

function findingLine({ path, line, message }: Finding): string {
  return `- ${path}:${line} ${message}`;
}
