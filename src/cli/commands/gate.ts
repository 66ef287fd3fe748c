import type { GateQuestion, GateReport } from "../../contract/gate.ts";
import { modelProviders } from "../../contract/models.ts";
import { gateExitCode, readFailOn } from "../../gate/fail-on.ts";
import type { GateBudget } from "../../gate/gate-budget.ts";
import { gateMarkdown } from "../../gate/gate-markdown.ts";
import { AppError } from "../../lib/app-error.ts";
import { type CheckSource, openCheckSource } from "../check/check-source.ts";
import {
  type Command,
  choiceFlag,
  type Flags,
  type Invocation,
  jsonFlag,
  textFlag,
} from "../command.ts";
import { commentOnPull } from "../gate/comment-on-pull.ts";
import { gateFormats, gateOutput } from "../gate/gate-output.ts";
import { type GateProgress, gateProgress } from "../gate/gate-progress.ts";
import { localGate } from "../gate/local-gate.ts";
import { numberFlag } from "../gate/number-flag.ts";
import { serverGate } from "../gate/server-gate.ts";
import { findQuestions, soundQuestions } from "../gate/written-questions.ts";

export const gate: Command = {
  name: "gate",
  words: { usage: "[PATH]", count: 1, areOptional: true },
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
    format: choiceFlag(gateFormats, "How to print what was found (default text)."),
    json: jsonFlag,
    "fail-on": textFlag(
      "EFFECTS",
      "What ends with exit status 1, with commas between (default lost,expected; none for nothing).",
    ),
    model: choiceFlag(
      modelProviders,
      "Whose model answers: embedded costs nothing (default: the one that the settings name).",
    ),
    "budget-usd": textFlag("DOLLARS", "What a language model may cost (default 2)."),
    "budget-tokens": textFlag("N", "How many tokens it may use."),
    server: textFlag(
      "URL",
      "A Docent server that asks, with its model and its readers' questions; it reads both commits from its git source.",
    ),
    project: textFlag("NAME", "The project on that server, by its id or domain."),
    key: textFlag("KEY", "An admin key of that project (default: DOCENT_ADMIN_KEY)."),
    readers: textFlag("N", "How many questions of readers the server asks too (default 100)."),
    comment: textFlag(
      "NUMBER",
      "Write the report on this pull request, as one comment that is updated; DOCENT_GIT_TOKEN holds the token.",
    ),
    repository: textFlag("URL", "Where the pull request is (default: the remote origin)."),
    most: textFlag("N", "How many questions are asked at most, the written ones first."),
  },
  settings: { key: "DOCENT_ADMIN_KEY" },
  examples: [
    "docent gate",
    "docent gate --server https://docs.example.com --project acme --readers 200",
    "docent gate --base main --head docs/backups",
    "docent gate --fail-on lost,expected,deleted-page",
    "docent gate --base origin/main --comment 12",
    "git fetch origin main && docent gate --base origin/main --format markdown",
  ],
  run: runGate,
};

/** 0: readers lose nothing that counts. 1: they do. 2: it could not be found out. */
async function runGate(invocation: Invocation): Promise<number> {
  const { flags, words, services, print } = invocation;
  const format = flags.has("json") ? "json" : (flags.choice("format", gateFormats) ?? "text");
  const failOn = readFailOn(flags.text("fail-on"));
  const budget = budgetOf(flags);
  const pull = numberFlag(flags, "comment");
  const source = await openCheckSource({
    ...{ path: words[0] ?? ".", ref: flags.text("head"), base: flags.text("base") },
    ...{ docs: flags.text("docs"), needsBase: true },
  });
  const written = await findQuestions(source, flags.text("questions"));
  const questions = written === undefined ? [] : soundQuestions(written);
  const progress = gateProgress(invocation);
  const report = await ask({ ...invocation, source, questions, budget, progress }).finally(
    progress.end,
  );
  const { docsFolder, repository } = source;
  const file = written?.inRepository ?? "";
  print(gateOutput({ report, failOn, docsFolder, file }, format));
  if (pull !== undefined) {
    const place = { pull, repository, url: flags.text("repository") };
    await commentOnPull(services, place, gateMarkdown(report, failOn));
  }
  return gateExitCode(report, failOn);
}

type Asked = Invocation & {
  source: CheckSource;
  questions: GateQuestion[];
  budget: GateBudget;
  progress: GateProgress;
};

/** On this machine, or on a server. */
function ask({ flags, services, remark, ...asked }: Asked): Promise<GateReport> {
  const { source, questions, budget, progress } = asked;
  const model = flags.choice("model", modelProviders);
  const server = flags.text("server");
  if (server === undefined) {
    if (questions.length === 0) throw noQuestions();
    return localGate(services, { source, questions, budget, model, progress });
  }
  const { adminKey: key } = services.config;
  const project = flags.text("project");
  if (project === undefined || key === undefined)
    throw new AppError(
      "invalid_request",
      "--server needs --project, and an admin key of it in DOCENT_ADMIN_KEY or --key.",
    );
  if (source.workTree !== undefined)
    remark("The server sees the commit that is checked out: what is not committed is not asked.");
  const { base = "", head = "" } = source.commits;
  const readers = numberFlag(flags, "readers") ?? defaultReaders;
  const request = { base, head, questions, readers, days: defaultDays, budget };
  return serverGate({ server, project, key, request, progress });
}

const defaultReaders = 100;
const defaultDays = 90;

function noQuestions(): AppError {
  return new AppError(
    "not_found",
    'There are no questions to ask: write some into .docent/questions.yml, or let "docent questions export" make the file from what readers ask.',
  );
}

const defaultUsd = 2;

function budgetOf(flags: Flags): GateBudget {
  const tokens = numberFlag(flags, "budget-tokens");
  const costUsd =
    numberFlag(flags, "budget-usd") ?? (tokens === undefined ? defaultUsd : undefined);
  return { tokens, costUsd, questions: numberFlag(flags, "most") };
}
