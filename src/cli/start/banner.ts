import type { Project } from "../../store/docs/projects.ts";
import type { Services } from "../services.ts";
import type { NewKeys } from "./ensure-keys.ts";

export type Start = {
  project: Project;
  keys: NewKeys;
  url: string;
  /** Sets the owner's password; undefined once there is one. */
  setupLink: string | undefined;
};

/** What a person needs after the start. Secrets appear only in the start that made them. */
export function banner(services: Services, { project, keys, url, setupLink }: Start): string {
  return [
    "",
    `  Address    ${services.config.publicUrl ?? url}`,
    `  Project    ${project.domain} (${project.id})`,
    `  Model      ${services.model.description}`,
    `  Data       ${services.config.dataFolder}`,
    `  Reference  ${services.config.publicUrl ?? url}/reference`,
    ...(services.config.dashboard
      ? [`  Dashboard  ${services.config.publicUrl ?? url}/dashboard`]
      : []),
    ...setupLines(setupLink),
    ...keyLines(keys),
    ...tryLines(project, keys, url),
    "",
    `docent listening on ${url}`,
  ].join("\n");
}

function setupLines(link: string | undefined): string[] {
  if (link === undefined) return [];
  return [
    "",
    "  Choose the dashboard's password with this link; it works once, for 24 hours:",
    "",
    `  ${link}`,
  ];
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

function tryLines(project: Project, keys: NewKeys, url: string): string[] {
  if (keys.assistant === undefined) {
    return [
      "",
      `  Ask from a terminal:  docent ask --domain ${project.domain} "How do I create a key?"`,
    ];
  }
  const body =
    '{"messages":[{"role":"user","parts":[{"type":"text","text":"How do I revoke an API key?"}]}]}';
  return [
    "",
    "  Try it (paste into another terminal):",
    "",
    `  curl -N ${url}/discovery/v2/assistant/${project.domain}/message \\`,
    `    -H 'Authorization: Bearer ${keys.assistant}' \\`,
    "    -H 'Content-Type: application/json' \\",
    `    -d '${body}'`,
    "",
    `  curl ${url}/readyz`,
  ];
}
