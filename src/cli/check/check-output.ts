import manifest from "../../../package.json" with { type: "json" };
import { checkNames } from "../../docs/check/check-rows.ts";
import { type CheckId, checkIds, type Finding } from "../../docs/check/finding.ts";
import { logJson, logText } from "./check-log-text.ts";

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
};

/** What a check found, for people or for programs. */
export function checkOutput(result: CheckResult, format: CheckFormat): string {
  if (format === "sarif") return sarifOutput(result.findings);
  return format === "json" ? jsonOutput(result) : textOutput(result);
}

function jsonOutput({ docsFolder, pages, links, knownBefore, findings }: CheckResult): string {
  const plain = findings.map(({ check, path, line, message }) => ({ check, path, line, message }));
  return logJson({ version: 1, docsFolder, pages, links, knownBefore, findings: plain });
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

function textOutput({ pages, links, knownBefore, findings }: CheckResult): string {
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
  if (findings.length === 0) {
    return `Everything is fine: ${counted(pages, "page")}, ${counted(links, "link")}.${known}`;
  }
  const places = new Set(findings.map((finding) => finding.path)).size;
  const closing = `${counted(findings.length, "finding")} in ${counted(places, "page")}.${known}`;
  return [...groups, closing].join("\n\n");
}

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

/** SARIF 2.1.0, which code hosts show beside the lines of a change. */
export function sarifOutput(findings: Finding[]): string {
  const rules = checkIds.map((id) => ({
    id,
    shortDescription: { text: checkNames[id] },
    defaultConfiguration: { level: levels[id] },
  }));
  const results = findings.map(({ check, path, line, message }) => ({
    ruleId: check,
    ruleIndex: checkIds.indexOf(check),
    level: levels[check],
    message: { text: message },
    locations: [
      {
        physicalLocation: {
          artifactLocation: { uri: addressOf(path), uriBaseId: "%SRCROOT%" },
          region: { startLine: Math.max(1, line) },
        },
      },
    ],
  }));
  const driver = { name: "Docent", semanticVersion: manifest.version, rules };
  const log = {
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{ tool: { driver }, results, columnKind: "utf16CodeUnits" }],
  };
  return logJson(log);
}

function addressOf(path: string): string {
  return path
    .split("/")
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("/");
}
