import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";

/** Those that have every word in their name, domain, address or sources. */
export function findProjects(projects: ProjectSummary[], search: string): ProjectSummary[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return projects.filter(({ name, domain, baseUrl, sources }) => {
    const places = sources.map(({ location }) => location);
    const text = [name, domain, baseUrl, ...places].join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
