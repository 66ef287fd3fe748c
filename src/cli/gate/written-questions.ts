import { readFile, realpath } from "node:fs/promises";
import { isAbsolute, relative, sep } from "node:path";
import type { GateQuestion } from "../../contract/gate.ts";
import {
  questionsFile,
  type ReadQuestions,
  readQuestions,
} from "../../gate/questions/read-questions.ts";
import { AppError } from "../../lib/app-error.ts";
import { slashed } from "../../lib/disk/slashed.ts";
import { logText } from "../check/check-log-text.ts";
import type { CheckSource } from "../check/check-source.ts";

export type WrittenQuestions = ReadQuestions & {
  /** The file as people name it. */
  file: string;
  /** Its path from the top of the repository, as code hosts name it; "" for a file that is elsewhere. */
  inRepository: string;
};

/** The file that was named, or the one of the docs; undefined where there is none. */
export async function findQuestions(
  source: CheckSource,
  named: string | undefined,
): Promise<WrittenQuestions | undefined> {
  if (named !== undefined) {
    const text = await readFile(named, "utf8").catch((cause) => {
      throw new AppError("not_found", `${logText(named)} cannot be read.`, { cause });
    });
    const inRepository = await pathBelow(source.top, named);
    return { file: named, inRepository, ...readQuestions(text) };
  }
  const { docsFolder } = source;
  const places = [
    ...new Set([
      questionsFile,
      docsFolder === "" ? questionsFile : `${docsFolder}/${questionsFile}`,
    ]),
  ];
  for await (const { path, content } of source.files.readEach(places))
    return { file: path, inRepository: path, ...readQuestions(content) };
  return undefined;
}

async function pathBelow(top: string | undefined, named: string): Promise<string> {
  if (top === undefined) return "";
  const path = relative(await realpath(top), await realpath(named));
  const isOutside = isAbsolute(path) || path.split(sep)[0] === "..";
  return isOutside ? "" : slashed(path);
}

/** The questions of a file without faults: a gate that skips some would say too little. */
export function soundQuestions({ file, questions, faults }: WrittenQuestions): GateQuestion[] {
  const [fault] = faults;
  if (fault === undefined) return questions;
  throw new AppError(
    "invalid_request",
    `${logText(file)}:${fault.line} ${logText(fault.message)} "docent questions check" lists all faults.`,
  );
}
