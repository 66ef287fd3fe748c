import type { GateEffect, GateReport, GateResult } from "../../contract/gate.ts";
import { gateMarkdown } from "../../gate/gate-markdown.ts";
import {
  effectsInOrder,
  effectTitles,
  gateNotes,
  gateSentence,
  shortCommit,
} from "../../gate/gate-words.ts";
import { questionsFile } from "../../gate/questions/read-questions.ts";
import { logJson, logText } from "../check/check-log-text.ts";
import { sarifLog } from "../check/sarif-log.ts";
import { junitOutput } from "./junit-output.ts";

export const gateFormats = ["text", "json", "markdown", "junit", "sarif"] as const;
export type GateFormat = (typeof gateFormats)[number];

export type GateOutput = {
  report: GateReport;
  failOn: GateEffect[];
  /** The folder of the docs in the repository, which paths of pages are below. */
  docsFolder: string;
  /** The file that questions stand in, from the top of the repository; "" where there is none in it. */
  file: string;
};

/** What a change does to readers, for people or for programs. */
export function gateOutput(output: GateOutput, format: GateFormat): string {
  const { report, failOn } = output;
  if (format === "json") return logJson({ version: 1, failOn, ...report });
  if (format === "markdown") return gateMarkdown(report, failOn);
  if (format === "junit") return junitOutput(output);
  return format === "sarif" ? sarifOf(output) : textOutput(output);
}

function textOutput({ report, failOn }: GateOutput): string {
  const { base, head, model, results } = report;
  const groups = effectsInOrder.flatMap((effect) => {
    const own = results.filter(({ effects }) => worstOf(effects) === effect);
    if (own.length === 0) return [];
    const mark = failOn.includes(effect) ? " (fails)" : "";
    return [[`${effectTitles[effect]}${mark}`, ...own.flatMap(questionLines)].join("\n")];
  });
  const sides = `From ${logText(shortCommit(base))} to ${logText(shortCommit(head))}, answered by ${logText(model)}.`;
  return [...groups, [gateSentence(report), ...gateNotes(report), sides].join("\n")].join("\n\n");
}

function questionLines({ question, line, reasons }: GateResult): string[] {
  const place = line > 0 ? ` (line ${line})` : "";
  return [`  ${logText(question)}${place}`, ...reasons.map((reason) => `    ${logText(reason)}`)];
}

function worstOf(effects: GateEffect[]): GateEffect | undefined {
  return effectsInOrder.find((effect) => effects.includes(effect));
}

function sarifOf({ report, failOn, docsFolder, file }: GateOutput): string {
  const levelOf = (effect: GateEffect) => {
    if (failOn.includes(effect)) return "error";
    return effect === "gained" ? "note" : "warning";
  };
  const inRepository = (path: string) => (docsFolder === "" ? path : `${docsFolder}/${path}`);
  return sarifLog({
    rules: effectsInOrder.map((id) => ({ id, text: effectTitles[id], level: levelOf(id) })),
    results: report.results.flatMap((result) => {
      const effect = worstOf(result.effects);
      if (effect === undefined) return [];
      const text = `${result.question} ${result.reasons.join(" ")}`;
      const place = placeOf(result, file, inRepository);
      return [{ rule: effect, level: levelOf(effect), text, place }];
    }),
    notes: [],
  });
}

/** The line of the question where it has one; else the page that the answer rests on now, or did before; else where questions belong. */
function placeOf(
  { line, before, after }: GateResult,
  file: string,
  inRepository: (path: string) => string,
) {
  if (line > 0 && file !== "") return { path: file, line };
  const [cited] = [...after.citations, ...before.citations].filter(({ supported }) => supported);
  return cited
    ? { path: inRepository(cited.path), line: cited.startLine }
    : { path: file || questionsFile, line: 1 };
}
