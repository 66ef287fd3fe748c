import manifest from "../../../package.json" with { type: "json" };
import { logJson } from "./check-log-text.ts";

export type SarifLevel = "error" | "warning" | "note";
export type SarifPlace = { path: string; line: number };
export type SarifInput = {
  rules: { id: string; text: string; level: SarifLevel }[];
  results: { rule: string; level: SarifLevel; text: string; place: SarifPlace }[];
  /** What is not said: notifications of the tool. */
  notes: { id: string; text: string; place: SarifPlace }[];
};

/** SARIF 2.1.0, which code hosts show beside the lines of a change. */
export function sarifLog({ rules, results, notes }: SarifInput): string {
  const ids = rules.map(({ id }) => id);
  const driver = {
    name: "Docent",
    semanticVersion: manifest.version,
    rules: rules.map(({ id, text, level }) => ({
      id,
      shortDescription: { text },
      defaultConfiguration: { level },
    })),
  };
  const toolExecutionNotifications = notes.map(({ id, text, place }) => ({
    descriptor: { id },
    level: "note",
    message: { text },
    locations: [locationOf(place)],
  }));
  const run = {
    tool: { driver },
    invocations: [{ executionSuccessful: true, toolExecutionNotifications }],
    results: results.map(({ rule, level, text, place }) => ({
      ruleId: rule,
      ruleIndex: ids.indexOf(rule),
      level,
      message: { text },
      locations: [locationOf(place)],
    })),
    columnKind: "utf16CodeUnits",
  };
  return logJson({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [run],
  });
}

function locationOf({ path, line }: SarifPlace) {
  return {
    physicalLocation: {
      artifactLocation: { uri: addressOf(path), uriBaseId: "%SRCROOT%" },
      region: { startLine: Math.max(1, line) },
    },
  };
}

function addressOf(path: string): string {
  return path
    .split("/")
    .map((part) => encodeURIComponent(part.toWellFormed()))
    .join("/");
}
