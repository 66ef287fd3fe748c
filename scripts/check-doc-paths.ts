import { posix } from "node:path";
import { checkNavigation } from "./check-navigation.ts";
import { type Fault, reportFaults } from "./fault.ts";
import { type ProjectFiles, readProjectFiles } from "./project-files.ts";

const MARKDOWN = /\.mdx?$/;
// Prompts and sample docs speak of other people's files.
const SAMPLES = /^src\/|(?:^|\/)fixtures\//;
const OUR_PATH = /^(?:src|docs|scripts|test|bench|decisions|bin|web|deploy|\.ci|\.github)\//;
const PLACEHOLDER = /[…*{}<>$]|\.\.\.|(?:^|\/)(?:node_modules|dist|coverage)(?:\/|$)/;
const COMMAND = /^(?:node|bash|sh) /;
const HAS_SCHEME = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Every path, link and anchor in the project's Markdown that leads nowhere. */
export function checkDocPaths(root: string): Fault[] {
  const project = readProjectFiles(root);
  const pages = project.files.filter((file) => MARKDOWN.test(file) && !SAMPLES.test(file));
  return [...pages.flatMap((page) => checkPage(project, page)), ...checkNavigation(project)];
}

function checkPage(project: ProjectFiles, page: string): Fault[] {
  const { links, codeSpans } = project.markdown(page);
  const faults = [
    ...codeSpans.map(({ text, line }) => ({ line, reason: codeFault(project, text) })),
    ...links.map(({ text, line }) => ({ line, reason: linkFault(project, page, text) })),
  ];
  return faults
    .flatMap(({ line, reason }) => (reason === undefined ? [] : [{ file: page, line, reason }]))
    .sort((left, right) => left.line - right.line);
}

function codeFault(project: ProjectFiles, code: string): string | undefined {
  const words = COMMAND.test(code) ? code.split(" ") : [code];
  const missing = words
    .filter((word) => OUR_PATH.test(word) && !/\s/.test(word) && !PLACEHOLDER.test(word))
    .find((word) => !project.has(barePath(word)));
  return missing === undefined ? undefined : `there is no ${missing}`;
}

/** The path without a line number, an anchor or a closing slash. */
function barePath(word: string): string {
  const path = word.split("#")[0] ?? "";
  return path.replace(/:\d+(?:[-:]\d+)?$/, "").replace(/\/$/, "");
}

function linkFault(project: ProjectFiles, page: string, link: string): string | undefined {
  if (link === "" || HAS_SCHEME.test(link) || PLACEHOLDER.test(link)) return undefined;
  const [address = "", anchor = ""] = decode(link).split("#");
  const target = targetOf(project, page, address.split("?")[0] ?? "");
  if (target === undefined) return `the link ${link} leads to no file`;
  if (anchor === "" || !MARKDOWN.test(target)) return undefined;
  if (project.markdown(target).anchors.has(anchor)) return undefined;
  return `the link ${link} leads to no heading of ${target}`;
}

function decode(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

function targetOf(project: ProjectFiles, page: string, address: string): string | undefined {
  if (address === "") return page;
  const isSite = page.startsWith("docs/");
  const folder = address.startsWith("/") ? (isSite ? "docs" : ".") : posix.dirname(page);
  const path = posix.join(folder, address).replace(/\/$/, "");
  const sitePages = [`${path}.mdx`, `${path}.md`, `${path}/index.mdx`, `${path}/index.md`];
  const candidates = isSite ? [...sitePages, path] : [path];
  return candidates.find((candidate) => candidate === "." || project.has(candidate));
}

if (import.meta.main) reportFaults(checkDocPaths(process.cwd()));
