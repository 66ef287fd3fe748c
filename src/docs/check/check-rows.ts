import type { ChangeCheck } from "../../contract/changes.ts";
import { firstOf } from "../../text/bounded.ts";
import { type CheckId, checkIds, type Finding } from "./finding.ts";

/** What each check makes sure of, for people. */
export const checkNames: Record<CheckId, string> = {
  page: "Changed pages can be read",
  "front-matter": "Front matter is complete and valid",
  link: "Links lead to pages that exist",
  anchor: "Links to headings find them",
  image: "Images and files on pages exist",
  navigation: "The navigation names pages that exist",
  unlisted: "New pages are in the navigation",
  orphan: "Every page can still be reached",
  fence: "Code blocks are closed and name a language",
};

const mostFindings = 50;

/** One row for each check, in a fixed order, with what was found. */
export function checkRows(findings: Finding[]): ChangeCheck[] {
  return checkIds.map((check) => {
    const own = findings.filter((finding) => finding.check === check);
    const rows = firstOf(own.map(findingText), mostFindings);
    return { name: checkNames[check], passed: own.length === 0, findings: rows };
  });
}

function findingText({ path, line, message }: Finding): string {
  return `${path}:${line} ${message}`;
}
