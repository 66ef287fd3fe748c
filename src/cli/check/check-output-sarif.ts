import manifest from "../../../package.json" with { type: "json" };
import { checkNames } from "../../docs/check/check-rows.ts";
import { type CheckId, checkIds, type Finding } from "../../docs/check/finding.ts";
import { logJson } from "./check-log-text.ts";

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
