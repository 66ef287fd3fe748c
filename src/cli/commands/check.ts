import { reportChanges } from "../../docs/check/check-changes.ts";
import { reportTree } from "../../docs/check/check-tree.ts";
import { AppError } from "../../lib/app-error.ts";
import { type CheckCache, openCheckCache } from "../check/check-cache.ts";
import { logText } from "../check/check-log-text.ts";
import { type CheckResult, checkFormats, checkOutput, isError } from "../check/check-output.ts";
import { type CheckSource, openCheckSource } from "../check/check-source.ts";
import {
  type Command,
  choiceFlag,
  type Invocation,
  jsonFlag,
  switchFlag,
  textFlag,
} from "../command.ts";

export const check: Command = {
  name: "check",
  words: { usage: "[PATH]", count: 1, areOptional: true },
  flags: {
    ref: textFlag("BRANCH", "Check this branch (default: the files as they are on disk)."),
    base: textFlag("BRANCH", "Report only what is broken since the branch left this one."),
    format: choiceFlag(checkFormats, "How to print what was found (default text)."),
    docs: textFlag(
      "FOLDER",
      "Folder of the docs, from the top of the repository (default: found by itself).",
    ),
    json: jsonFlag,
    strict: switchFlag("Warnings end with exit status 1, too."),
    cache: textFlag(
      "FILE",
      "Keep here what was read of pages, so that the next run reads only new ones.",
    ),
  },
  examples: [
    "docent check",
    "docent check --docs docs ~/code/acme",
    "docent check --ref docs/backups --base main",
    "docent check --cache .docent-check.json",
    "git fetch origin main && docent check --base origin/main --format sarif",
  ],
  run: checkDocs,
};

/** 0: nothing is surely wrong. 1: something is. Faults are thrown, and end with 2. */
async function checkDocs({ flags, words, print, remark }: Invocation): Promise<number> {
  const format = flags.has("json") ? "json" : (flags.choice("format", checkFormats) ?? "text");
  const source = await openCheckSource({
    path: words[0] ?? ".",
    ref: flags.text("ref"),
    base: flags.text("base"),
    docs: flags.text("docs"),
  });
  const file = flags.text("cache");
  const cache = file === undefined ? undefined : await openCheckCache(file);
  const { findings, ...result } = await resultOf(source, cache);
  await cache?.save().catch((error) => remark(`The cache was not written: ${reasonOf(error)}`));
  print(checkOutput({ ...result, findings }, format));
  const counted = flags.has("strict") ? findings : findings.filter(isError);
  return counted.length === 0 ? 0 : 1;
}

function reasonOf(error: unknown): string {
  return logText(error instanceof Error ? error.message : String(error));
}

async function resultOf(
  { files, base, docsFolder, where }: CheckSource,
  known: CheckCache | undefined,
): Promise<CheckResult> {
  if (base === undefined) {
    const report = await reportTree({ files, docsFolder, known });
    if (report.pages === 0 && report.findings.length === 0) throw noPages(where);
    return { ...report, docsFolder, knownBefore: 0 };
  }
  const report = await reportChanges({ before: base, after: files, docsFolder, known });
  const { broken, allPages, ...counts } = report;
  if (allPages === 0 && broken.length === 0) throw noPages(where);
  return { ...counts, docsFolder, findings: broken };
}

/** A mistyped folder must not pass for sound docs. */
function noPages(where: string): AppError {
  return new AppError(
    "not_found",
    `No pages were found in ${where}, where files that end in .md, .mdx or .markdown would be: --docs names another folder.`,
  );
}
