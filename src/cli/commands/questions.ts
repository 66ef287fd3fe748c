import { openTree } from "../../docs/tree/open-tree.ts";
import { missingPages } from "../../gate/questions/missing-pages.ts";
import { questionsFile } from "../../gate/questions/read-questions.ts";
import { realQuestions } from "../../gate/questions/real-questions.ts";
import { writeQuestions } from "../../gate/questions/write-questions.ts";
import { AppError } from "../../lib/app-error.ts";
import { createPace } from "../../lib/pace.ts";
import { requireProject } from "../../projects/open-project.ts";
import { logJson, logText } from "../check/check-log-text.ts";
import { openCheckSource } from "../check/check-source.ts";
import {
  type Command,
  choiceFlag,
  type Invocation,
  jsonFlag,
  requiredFlag,
  textFlag,
} from "../command.ts";
import { numberFlag } from "../gate/number-flag.ts";
import { findQuestions } from "../gate/written-questions.ts";
import { storeCommand } from "../store-command.ts";

const check: Command = {
  name: "questions check",
  words: { usage: "[PATH]", count: 1, areOptional: true },
  flags: {
    questions: textFlag("FILE", `File of questions (default: ${questionsFile} of the docs).`),
    ref: textFlag("BRANCH", "Check this branch (default: the files as they are on disk)."),
    docs: textFlag(
      "FOLDER",
      "Folder of the docs, from the top of the repository (default: found by itself).",
    ),
    format: choiceFlag(["text", "json"], "How to print what was found (default text)."),
    json: jsonFlag,
  },
  examples: ["docent questions check", "docent questions check --format json ~/code/acme"],
  run: checkQuestions,
};

/** 0: nothing is wrong. 1: something is. Faults are thrown, and end with 2. */
async function checkQuestions({ flags, words, print }: Invocation): Promise<number> {
  const format = flags.has("json") ? "json" : (flags.text("format") ?? "text");
  const source = await openCheckSource({
    ...{ path: words[0] ?? ".", ref: flags.text("ref"), base: undefined },
    docs: flags.text("docs"),
  });
  const found = await findQuestions(source, flags.text("questions"));
  if (found === undefined)
    throw new AppError(
      "not_found",
      `There is no ${questionsFile} in ${source.where}: "docent questions export" makes one from what readers ask.`,
    );
  const { files, docsFolder } = source;
  const tree = await openTree({ files, docsFolder, pace: createPace() });
  const faults = [...found.faults, ...missingPages(found.questions, tree)].toSorted(
    (one, other) => one.line - other.line,
  );
  const { file, questions } = found;
  if (format === "json") print(logJson({ version: 1, file, questions: questions.length, faults }));
  else print(textOf(file, questions.length, faults));
  return faults.length === 0 ? 0 : 1;
}

function textOf(file: string, count: number, faults: { line: number; message: string }[]): string {
  const questions = `${count} question${count === 1 ? "" : "s"}`;
  if (faults.length === 0) return `Everything is fine: ${questions}.`;
  const lines = faults.map(({ line, message }) => `${logText(file)}:${line} ${logText(message)}`);
  const all = `${faults.length} finding${faults.length === 1 ? "" : "s"}; ${questions} can be asked.`;
  return [...lines, "", all].join("\n");
}

const defaultMost = 50;
const defaultDays = 90;

const exported = storeCommand({
  name: "questions export",
  flags: {
    domain: requiredFlag("NAME", "Project whose readers asked."),
    most: textFlag("N", `How many questions at most (default ${defaultMost}).`),
    days: textFlag("N", `How far to look back (default ${defaultDays}).`),
  },
  examples: ["docent questions export --domain acme --most 100"],
  async work({ db, flags, services, result, remark }) {
    const { id: projectId } = await requireProject(db, flags.required("domain"));
    const most = numberFlag(flags, "most") ?? defaultMost;
    const days = numberFlag(flags, "days") ?? defaultDays;
    const { embedQuery } = services.embedder();
    const deps = { db, clock: services.clock, embed: embedQuery };
    const questions = await realQuestions(deps, { projectId, most, days });
    if (questions.length === 0)
      throw new AppError("not_found", `Nobody asked anything in the last ${days} days.`);
    result({ questions }, writeQuestions(questions).trimEnd());
    remark("Look through it before you commit it: readers wrote these questions.");
    return 0;
  },
});

export const questionCommands: Command[] = [check, exported];
