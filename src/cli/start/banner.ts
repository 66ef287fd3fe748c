import type { Project } from "../../store/docs/projects.ts";
import type { Services } from "../services.ts";
import { wrapped } from "../wrap-text.ts";
import type { NewKeys } from "./ensure-keys.ts";
import type { StartFacts } from "./start-facts.ts";

export type Start = {
  project: Project;
  facts: StartFacts;
  keys: NewKeys;
  url: string;
  /** Sets the owner's password; undefined once there is one. */
  setupLink: string | undefined;
  /** Of the terminal; undefined where it is none. */
  columns: number | undefined;
  /** How this person runs docent. */
  command: string;
};

type Told = Pick<Services, "config" | "model">;

/** What a person needs after the start: where it is, what it lacks, what to type next. Secrets appear only in the start that made them. */
export function banner(services: Told, start: Start): string {
  const { project, keys, url, setupLink, columns, command } = start;
  return [
    "",
    ...rowsOf(services, start).flatMap(([name, text]) => row(name, text, columns)),
    ...setupLines(setupLink, columns),
    ...keyLines(keys),
    ...tryLines({ project, keys, url, command, questions: start.facts.questions }),
    "",
    listeningLine(url),
  ].join("\n");
}

export function listeningLine(url: string): string {
  return `docent listening on ${url}`;
}

function rowsOf({ config, model }: Told, { project, facts, url }: Start): [string, string][] {
  const address = config.publicUrl ?? url;
  const pages = facts.pages === 1 ? "1 page" : `${facts.pages} pages`;
  return [
    ["Address", address],
    ...(config.dashboard ? ([["Dashboard", `${address}/dashboard`]] as [string, string][]) : []),
    ["Reference", `${address}/reference`],
    ["Project", `${project.domain}, ${pages} (${project.id})`],
    ["Model", model.description],
    ["Forge", forgeText(facts.forge)],
    ["Data", config.dataFolder],
  ];
}

function forgeText(forge: StartFacts["forge"]): string {
  if ("repository" in forge) return `${forge.repository}, with a token`;
  const here = "none: changes are reviewed in the dashboard";
  return forge.missing === "token"
    ? `${here}; for pull requests store a token: docent secrets set --source ${forge.sourceId}`
    : `${here}; for pull requests serve a repository: --docs https://…`;
}

const nameWidth = 11;

/** What is too wide for the terminal goes on below itself. */
function row(name: string, text: string, columns: number | undefined): string[] {
  const width = (columns ?? Number.MAX_SAFE_INTEGER) - nameWidth - 2;
  const lines = width < narrowest ? [text] : wrapped(text, width);
  return lines.map((line, place) => `  ${(place === 0 ? name : "").padEnd(nameWidth)}${line}`);
}

/** Below it, terminals break lines better than we do. */
const narrowest = 20;

function setupLines(link: string | undefined, columns = Number.MAX_SAFE_INTEGER): string[] {
  if (link === undefined) return [];
  const words = "Choose the dashboard's password with this link; it works once, for 24 hours:";
  return ["", ...wrapped(words, Math.max(narrowest, columns - 2)).map(indented), "", `  ${link}`];
}

function indented(line: string): string {
  return `  ${line}`;
}

function keyLines({ admin, assistant }: NewKeys): string[] {
  const lines = [
    ...(assistant ? [`  Assistant key (public)  ${assistant}`] : []),
    ...(admin ? [`  Admin key (secret)      ${admin}`] : []),
  ];
  return lines.length === 0
    ? []
    : ["", "  These keys are shown once; only their hashes are stored.", ...lines];
}

type Tried = Pick<Start, "project" | "keys" | "url" | "command"> & { questions: string[] };

function tryLines({ project, keys, url, command, questions }: Tried): string[] {
  const [first = "What are these docs about?", ...others] = questions;
  const part = { type: "text", text: first };
  const body = JSON.stringify({ messages: [{ role: "user", parts: [part] }] });
  return [
    "",
    "  Ask in another terminal:",
    "",
    ...[first, ...others].map(
      (question) => `  ${command} ask --domain ${project.domain} "${question}"`,
    ),
    ...(keys.assistant === undefined
      ? []
      : [
          "",
          `  curl -N ${url}/discovery/v2/assistant/${project.domain}/message \\`,
          `    -H 'Authorization: Bearer ${keys.assistant}' \\`,
          "    -H 'Content-Type: application/json' \\",
          `    -d '${body}'`,
          "",
          `  curl ${url}/readyz`,
        ]),
  ];
}
