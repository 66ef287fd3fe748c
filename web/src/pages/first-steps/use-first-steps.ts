import { type FirstSteps, firstSteps } from "../../../../src/contract/starting/first-steps.ts";
import { getJson } from "../../api.ts";
import { type Resource, useResource } from "../../resource.tsx";

/** Kept up to date while it is shown: a step done on its page, or by somebody else, is done here at once. */
export function useFirstSteps(domain: string): Resource<FirstSteps> {
  return useResource(`first steps ${domain}`, () => read(domain), {
    live: ["project", "sources", "questions", "jobs", "keys"],
  });
}

function read(domain: string): Promise<FirstSteps> {
  return getJson(`/v1/projects/${encodeURIComponent(domain)}/first-steps`, firstSteps);
}
