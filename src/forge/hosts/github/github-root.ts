import type { HostRepository } from "../forge-host.ts";

/** Where the API has the repository. */
export function githubRoot({ path }: Pick<HostRepository, "path">): string {
  return `/repos/${path.split("/").map(encodeURIComponent).join("/")}`;
}
