import { type GateEffect, type GateReport, gateEffects } from "../contract/gate.ts";
import { AppError } from "../lib/app-error.ts";

export const defaultFailOn: GateEffect[] = ["lost", "not-expected"];

const shortNames: Record<string, GateEffect> = {
  expected: "not-expected",
  deleted: "deleted-page",
  hidden: "hidden-page",
  moved: "other-page",
  lines: "lines-changed",
};

/** `lost,expected` as effects; `none` for none of them. */
export function readFailOn(text: string | undefined): GateEffect[] {
  if (text === undefined) return defaultFailOn;
  const names = text.split(",").map((name) => name.trim());
  if (names.length === 1 && names[0] === "none") return [];
  return names.map((name) => {
    const effect = shortNames[name] ?? gateEffects.find((one) => one === name);
    if (effect !== undefined) return effect;
    throw new AppError(
      "invalid_request",
      `--fail-on takes ${[...gateEffects, "expected"].join(", ")} with commas between, or none.`,
    );
  });
}

/** 0: readers lose nothing that counts. 1: they do. 2: some written questions, or all, could not be asked, so that nobody knows. */
export function gateExitCode(
  report: Pick<GateReport, "counts" | "failed" | "results" | "leftExpected">,
  failOn: GateEffect[],
): 0 | 1 | 2 {
  const { counts, failed, results, leftExpected } = report;
  if (failOn.some((effect) => (counts[effect] ?? 0) > 0)) return 1;
  return failed > 0 || leftExpected > 0 || results.length === 0 ? 2 : 0;
}
