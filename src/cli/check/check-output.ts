import { checkNames } from "../../docs/check/check-rows.ts";
import { type CheckId, checkIds, type Finding, type Remark } from "../../docs/check/finding.ts";
import { logJson, logText } from "./check-log-text.ts";
import { sarifLog } from "./sarif-log.ts";

export const checkFormats = ["text", "json", "sarif"] as const;
export type CheckFormat = (typeof checkFormats)[number];

export type CheckResult = {
  docsFolder: string;
  /** Pages and links that were looked at. */
  pages: number;
  links: number;
  /** How many findings the base had already; 0 without one. */
  knownBefore: number;
  findings: Finding[];
  /** What the check does not say, neither right nor wrong. */
  remarks: Remark[];
};

/** What a check found, for people or for programs. */
export function checkOutput(result: CheckResult, format: CheckFormat): string {
  if (format === "sarif") return sarifOutput(result);
  return format === "json" ? jsonOutput(result) : textOutput(result);
}

/** Whether a finding is surely wrong. A warning is something to look at, which may well be meant. */
export function isError({ check }: Finding): boolean {
  return levels[check] === "error";
}

function jsonOutput({ docsFolder, pages, links, knownBefore, findings, remarks }: CheckResult) {
  const plain = findings.map(({ check, path, line, message }) => {
    return { check, level: levels[check], path, line, message };
  });
  return logJson({ version: 1, docsFolder, pages, links, knownBefore, findings: plain, remarks });
}

const titles: Record<CheckId, string> = {
  page: "Pages that cannot be read",
  "front-matter": "Front matter",
  link: "Links to pages that are not there",
  anchor: "Links to headings that are not there",
  image: "Images and files that are not there",
  navigation: "Navigation",
  unlisted: "Pages that the navigation does not list",
  orphan: "Pages that nothing leads to",
  fence: "Code blocks",
};

function textOutput({ pages, links, knownBefore, findings, remarks }: CheckResult): string {
  const groups = checkIds.flatMap((check) => {
    const own = findings.filter((finding) => finding.check === check);
    if (own.length === 0) return [];
    const lines = own.map(
      ({ path, line, message }) => `  ${logText(path)}:${line} ${logText(message)}`,
    );
    return [[titles[check], ...lines].join("\n")];
  });
  const older = counted(knownBefore, "older finding is", "older findings are");
  const known = knownBefore === 0 ? "" : ` ${older} not counted.`;
  const unsaid = remarkGroups(remarks);
  if (findings.length === 0) {
    const fine = `Everything ${unsaid.length === 0 ? "is fine" : "that could be checked is fine"}`;
    const closing = `${fine}: ${counted(pages, "page")}, ${counted(links, "link")}.${known}`;
    return [...unsaid, closing].join("\n\n");
  }
  const places = new Set(findings.map((finding) => finding.path)).size;
  const warnings = findings.filter((finding) => !isError(finding)).length;
  const kinds =
    warnings === 0 ? "" : `, ${counted(warnings, "of them a warning", "of them warnings")}`;
  const closing = `${counted(findings.length, "finding")} in ${counted(places, "page")}${kinds}.${known}`;
  return [...groups, ...unsaid, closing].join("\n\n");
}

const remarkTitles: Record<Remark["kind"], string> = {
  layout: "Not understood",
  "not-checked": "Pages that were not checked",
  unknown: "Cannot be known without building the site",
};
const mostRemarks = 10;

function remarkGroups(remarks: Remark[]): string[] {
  return remarkKinds.flatMap((kind) => {
    const own = remarks.filter((remark) => remark.kind === kind);
    if (own.length === 0) return [];
    const lines = own
      .slice(0, mostRemarks)
      .map(({ path, line, message }) => `  ${logText(path)}:${line} ${logText(message)}`);
    const left = own.length - lines.length;
    const more = left === 0 ? [] : [`  and ${left} more, which --format json lists`];
    return [[remarkTitles[kind], ...lines, ...more].join("\n")];
  });
}

const remarkKinds = ["layout", "not-checked", "unknown"] as const;

function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

const levels: Record<CheckId, "error" | "warning"> = {
  page: "error",
  "front-matter": "error",
  link: "error",
  anchor: "error",
  image: "error",
  navigation: "error",
  unlisted: "warning",
  orphan: "warning",
  fence: "warning",
};

/** SARIF 2.1.0. What is not said is a notification of the tool. */
export function sarifOutput({
  findings,
  remarks,
}: Pick<CheckResult, "findings" | "remarks">): string {
  return sarifLog({
    rules: checkIds.map((id) => ({ id, text: checkNames[id], level: levels[id] })),
    results: findings.map(({ check, message, ...place }) => ({
      ...{ rule: check, level: levels[check], text: message, place },
    })),
    notes: remarks.map(({ kind, message, ...place }) => ({ id: kind, text: message, place })),
  });
}
