import type { GateEffect, GateReport, GateResult } from "../../contract/gate.ts";
import { effectTitles } from "../../gate/gate-words.ts";

type JunitInput = { report: GateReport; failOn: GateEffect[]; file: string };

/** The report as JUnit's XML: each question is a test, and fails where the gate does. */
export function junitOutput({ report, failOn, file }: JunitInput): string {
  const cases = report.results.map((result) => caseOf(result, failOn, file));
  const failures = report.results.filter(({ effects }) => failing(effects, failOn)).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="${report.failed}" skipped="${report.same}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="docent gate" ${counts}>`,
    `  <testsuite name="docent gate" ${counts}>`,
    ...cases,
    "  </testsuite>",
    "</testsuites>",
  ].join("\n");
}

function caseOf(result: GateResult, failOn: GateEffect[], file: string): string {
  const { question, line, effects, reasons, before, after, isSame } = result;
  const place = line > 0 && file !== "" ? ` file="${escaped(file)}" line="${line}"` : "";
  const open = `    <testcase classname="${line > 0 ? "written" : "asked by readers"}" name="${escaped(question)}"${place}`;
  const effect = failing(effects, failOn);
  const said = escaped(reasons.join("\n"));
  if (effect !== undefined)
    return `${open}>\n      <failure type="${effect}" message="${effectTitles[effect]}">${said}</failure>\n    </testcase>`;
  if (before.outcome === "failed" || after.outcome === "failed")
    return `${open}>\n      <error message="The model did not answer."/>\n    </testcase>`;
  if (isSame)
    return `${open}>\n      <skipped message="The same passages on both sides."/>\n    </testcase>`;
  return reasons.length === 0
    ? `${open}/>`
    : `${open}>\n      <system-out>${said}</system-out>\n    </testcase>`;
}

function failing(effects: GateEffect[], failOn: GateEffect[]): GateEffect | undefined {
  return effects.find((effect) => failOn.includes(effect));
}

const entities = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
  ["\n", "&#10;"],
]);
/** XML knows no way to write these. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out.
const unwritable = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(unwritable, "")
    .replace(/[&<>"\n]/g, (character) => entities.get(character) ?? "");
}
