import type { Fault } from "./fault.ts";
import type { ProjectFiles } from "./project-files.ts";

const NAVIGATION = "docs/docs.json";
const PAGE = /^docs\/(.+)\.mdx?$/;
const API_OPERATION = /^[A-Z]+ \//;

/** Every page that docs.json names without its file, and every page it does not name exactly once. */
export function checkNavigation(project: ProjectFiles): Fault[] {
  const pages = project.files.flatMap((file) => PAGE.exec(file)?.[1] ?? []);
  if (!project.has(NAVIGATION)) return pages.length === 0 ? [] : [fault("is missing")];
  let named: string[];
  try {
    named = namedPages(JSON.parse(project.read(NAVIGATION)));
  } catch (error) {
    return [fault(`is not JSON: ${String(error)}`)];
  }
  const missing = named.filter((page) => !pages.includes(page));
  const unnamed = pages.filter((page) => !named.includes(page));
  const repeated = named.filter((page, index) => named.indexOf(page) !== index);
  return [
    ...missing.map((page) => fault(`names ${page}, which has no file`)),
    ...unnamed.map((page) => fault(`does not name the page ${page}`)),
    ...repeated.map((page) => fault(`names ${page} more than once`)),
  ];
}

function fault(reason: string): Fault {
  return { file: NAVIGATION, line: 1, reason };
}

/** The text items of every "pages" list, however deep its group or tab. */
function namedPages(value: unknown, isPages = false): string[] {
  if (typeof value === "string") return isPages && !API_OPERATION.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((item) => namedPages(item, isPages));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => namedPages(item, key === "pages"));
}
