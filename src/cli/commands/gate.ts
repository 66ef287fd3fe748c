import { modelProviders } from "../../contract/models.ts";
import { gateExitCode, readFailOn } from "../../gate/fail-on.ts";
import type { GateBudget } from "../../gate/gate-budget.ts";
import { AppError } from "../../lib/app-error.ts";
import { openCheckSource } from "../check/check-source.ts";
import { type Command, type Flags, type Invocation, textFlag } from "../command.ts";
import { type GateFormat, gateFormats, gateOutput } from "../gate/gate-output.ts";
import { gateProgress } from "../gate/gate-progress.ts";
import { localGate } from "../gate/local-gate.ts";
import { numberFlag } from "../gate/number-flag.ts";
import { findQuestions, soundQuestions } from "../gate/written-questions.ts";

export const gate: Command = {
  name: "gate",
  words: { usage: "[PATH]", count: 1, areOptional: true },
  summary: "Say what a branch does to readers: which answers it wins, loses or changes.",
  flags: {
    base: textFlag(
      "BRANCH",
      "The side before: where the head left this branch (default: the branch that changes go into).",
    ),
    head: textFlag("BRANCH", "The side after (default: the files as they are on disk)."),
    questions: textFlag("FILE", "Questions to ask (default: .docent/questions.yml of the docs)."),
    docs: textFlag(
      "FOLDER",
      "Folder of the docs, from the top of the repository (default: found by itself).",
    ),
    format: textFlag(gateFormats.join("|"), "How to print what was found (default text)."),
    "fail-on": textFlag(
      "EFFECTS",
      "What ends with exit status 1, with commas between (default lost,expected; none for nothing).",
    ),
    model: textFlag(
      "PROVIDER",
      "Whose model answers: embedded costs nothing (default: the one that the settings name).",
    ),
    "budget-usd": textFlag("DOLLARS", "What a language model may cost (default 2)."),
    "budget-tokens": textFlag("N", "How many tokens it may use."),
    most: textFlag("N", "How many questions are asked at most, the written ones first."),
  },
  examples: [
    "docent gate",
    "docent gate --base main --head docs/backups",
    "docent gate --fail-on lost,expected,deleted-page",
    "git fetch origin main && docent gate --base origin/main --format markdown",
  ],
  run: runGate,
};

/** 0: readers lose nothing that counts. 1: they do. 2: it could not be found out. */
async function runGate({ flags, words, services, print }: Invocation): Promise<number> {
  const format = formatOf(flags.text("format") ?? "text");
  const failOn = readFailOn(flags.text("fail-on"));
  const budget = budgetOf(flags);
  const model = modelOf(flags.text("model"));
  const source = await openCheckSource({
    ...{ path: words[0] ?? ".", ref: flags.text("head"), base: flags.text("base") },
    ...{ docs: flags.text("docs"), needsBase: true },
  });
  const written = await findQuestions(source, flags.text("questions"));
  const questions = written === undefined ? [] : soundQuestions(written);
  if (questions.length === 0) throw noQuestions();
  const progress = gateProgress(process.stderr);
  const report = await localGate(services, { source, questions, budget, model, progress }).finally(
    progress.end,
  );
  const { docsFolder } = source;
  print(gateOutput({ report, failOn, docsFolder, file: written?.file ?? "" }, format));
  return gateExitCode(report, failOn);
}

function noQuestions(): AppError {
  return new AppError(
    "not_found",
    'There are no questions to ask: write some into .docent/questions.yml, or let "docent questions export" make the file from what readers ask.',
  );
}

function formatOf(name: string): GateFormat {
  const format = gateFormats.find((one) => one === name);
  if (format !== undefined) return format;
  throw new AppError("invalid_request", `--format is one of ${gateFormats.join(", ")}.`);
}

function modelOf(name: string | undefined) {
  const provider = modelProviders.find((one) => one === name);
  if (name === undefined || provider !== undefined) return provider;
  throw new AppError("invalid_request", `--model is one of ${modelProviders.join(", ")}.`);
}

const defaultUsd = 2;

function budgetOf(flags: Flags): GateBudget {
  const tokens = numberFlag(flags, "budget-tokens");
  const costUsd =
    numberFlag(flags, "budget-usd") ?? (tokens === undefined ? defaultUsd : undefined);
  return { tokens, costUsd, questions: numberFlag(flags, "most") };
}
