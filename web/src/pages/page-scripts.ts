import type { Screen } from "../routes.ts";

/** The script of each page that is not part of the first load. A module is fetched once, however often it is asked for. */
export const pageScripts = {
  setup: () => import("./setup/setup-page.tsx"),
  login: () => import("./login/login-page.tsx"),
  invite: () => import("./people/invite-page.tsx"),
  people: () => import("./people/people-pages.tsx"),
  projects: () => import("./projects/projects-page.tsx"),
  ask: () => import("./ask/ask-page.tsx"),
  insights: () => import("./insights/insights-page.tsx"),
  jobs: () => import("./jobs/jobs-page.tsx"),
  job: () => import("./job/job-page.tsx"),
  keys: () => import("./keys/keys-page.tsx"),
  changes: () => import("./changes/changes-page.tsx"),
  change: () => import("./change/change-page.tsx"),
  automations: () => import("./automations/automations-page.tsx"),
  settings: () => import("./settings/settings-page.tsx"),
};

const scripts: Record<string, () => Promise<unknown>> = {
  ...pageScripts,
  members: pageScripts.people,
  activity: pageScripts.people,
  account: pageScripts.people,
};

/** Fetches the script of a page while the server is still being asked who is there; what fails is asked for again later. */
export function fetchPageScript({ name }: Screen): void {
  scripts[name]?.().catch(() => undefined);
}
