import { type GateEffect, type GateReport, gateEffects } from "../contract/gate.ts";

/** What stands above the questions that a change has this effect on. */
export const effectTitles: Record<GateEffect, string> = {
  lost: "No longer answered",
  "not-expected": "Not as expected",
  "deleted-page": "Rest on a deleted page",
  "hidden-page": "Rest on a page that readers no longer find",
  "other-page": "Cite another page",
  "lines-changed": "Cited lines changed",
  gained: "Newly answered",
};

/** The worst first. */
export const effectsInOrder: GateEffect[] = [
  ...["lost", "not-expected", "deleted-page", "hidden-page"],
  ...["other-page", "lines-changed", "gained"],
].flatMap((name) => gateEffects.find((effect) => effect === name) ?? []);

/** What a change does to readers, in one line. */
export function gateSentence({ counts, questions, left }: GateReport): string {
  const asked = questions - left;
  const parts = effectsInOrder.flatMap((effect) => {
    const count = counts[effect] ?? 0;
    return count === 0 ? [] : [`${count} ${effectTitles[effect].toLowerCase()}`];
  });
  const all = `${asked} question${asked === 1 ? "" : "s"}`;
  return parts.length === 0 ? `${all}, and no answer changes.` : `${all}: ${parts.join(", ")}.`;
}

/** What was not asked, and what it cost; each as a sentence. */
export function gateNotes(report: GateReport): string[] {
  const { same, left, leftReason, failed, costUsd, tokens } = report;
  return [
    ...(same === 0
      ? []
      : [
          `${same} ${same === 1 ? "has" : "have"} the same passages on both sides, and needed no second answer.`,
        ]),
    ...(left === 0 ? [] : [`${left} were left out. ${leftReason}`.trim()]),
    ...(failed === 0 ? [] : [`${failed} could not be asked: the model did not answer.`]),
    ...(tokens === 0 ? [] : [`It used ${tokens} tokens, for ${costUsd.toFixed(4)} dollars.`]),
  ];
}

/** A commit as people name it. */
export function shortCommit(commit: string): string {
  return /^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 10) : commit;
}
