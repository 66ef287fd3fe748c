import type { ChangeCheck } from "../contract/changes.ts";
import { AppError } from "../lib/app-error.ts";
import { type StoredChange, writeHostedChange } from "../store/jobs/changes.ts";
import { fitting } from "../text/bounded.ts";
import { defuseCode, defuseInline } from "../text/safe/defuse-markdown.ts";
import type { HostedPlace } from "./hosted-place.ts";
import type { CommitStatus } from "./hosts/forge-host.ts";
import type { HostedChange } from "./settle-pull.ts";
import { sessionPage } from "./to-forge-change.ts";

/**
 * Says on the forge what was checked: a status of the commit and one comment, which is brought up to date in its place.
 * Labels and reviewers go with the first proof alone: what people take away stays away. Doing it twice leaves one.
 */
export async function giveProof(place: HostedPlace, change: HostedChange): Promise<StoredChange> {
  const { host, extras } = place;
  const { number, proofCommit } = change.pull;
  const summary = proofText(place, change);
  const steps: (() => Promise<void>)[] = [
    () => host.setStatus(change.headCommit, statusOf(place, change, summary)),
    () => host.putComment(number, { marker, body: `${marker}\n${summary}` }),
  ];
  if (proofCommit === "" && extras.labels.length > 0)
    steps.push(() => host.addLabels(number, extras.labels));
  if (proofCommit === "" && extras.reviewers.length > 0)
    steps.push(() => host.requestReviewers(number, extras.reviewers));
  for (const step of steps) await step().catch((error) => tolerate(place, change, error));
  const pull = { ...change.pull, proofCommit: change.headCommit };
  return writeHostedChange(place.db, change, { pull });
}

const marker = "<!-- docent:checks -->";

/** A pull request is no worse for a status that may not be set; a forge that is down gets it when it is back. */
function tolerate({ log, project }: HostedPlace, change: HostedChange, error: unknown): void {
  if (!(error instanceof AppError)) throw error;
  if (error.code === "unavailable" || error.code === "rate_limited") throw error;
  const place = { projectId: project.id, number: change.number };
  log.warn({ err: error, ...place }, "the forge takes no status, comment, label or reviewer");
}

function statusOf(place: HostedPlace, change: HostedChange, summary: string): CommitStatus {
  const failed = change.checks.filter(({ passed }) => !passed).length;
  return {
    state: failed > 0 ? "failure" : "success",
    description: verdictOf(change.checks),
    url: sessionPage(place, change.jobId),
    summary,
  };
}

function verdictOf(checks: ChangeCheck[]): string {
  const failed = checks.filter(({ passed }) => !passed).length;
  if (failed > 0) return `${failed} of ${checks.length} checks failed`;
  return checks.length === 0 ? "No check was run" : "All checks passed";
}

const mostCharacters = 20_000;
const longestFinding = 300;

function proofText(place: HostedPlace, { checks, headCommit, jobId }: HostedChange): string {
  const lines = checks.flatMap(({ name, passed, findings }) => [
    `- ${passed ? "Passed" : "**Failed**"}: ${defuseInline(name)}`,
    ...findings.map((finding) => `  - ${defuseCode(finding.slice(0, longestFinding))}`),
  ]);
  const shown = fitting(lines, mostCharacters, (line) => line.length + 1);
  const left = lines.length - shown.length;
  const session = sessionPage(place, jobId);
  return [
    `**${verdictOf(checks)}** on ${headCommit.slice(0, 10)}.`,
    [...shown, ...(left > 0 ? [`- and ${left} more`] : [])].join("\n"),
    session === "" ? "" : `Docent made this in [a session](${session}).`,
  ]
    .filter((part) => part !== "")
    .join("\n\n");
}
