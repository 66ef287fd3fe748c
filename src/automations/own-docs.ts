import type { StoredRepository } from "../store/automations/code-repositories.ts";
import type { Database } from "../store/database.ts";
import { listSources } from "../store/docs/sources.ts";

/**
 * The folders of a code repository that the project's docs are in; "" for all of it. What changes there is what jobs
 * propose: an automation that it started would start itself over and over.
 */
export async function docsFoldersIn(
  db: Database,
  { projectId, location }: Pick<StoredRepository, "projectId" | "location">,
): Promise<string[]> {
  const own = plainAddress(location);
  const sources = await listSources(db, projectId);
  return sources
    .filter((source) => source.kind === "git" && plainAddress(source.location) === own)
    .map(({ subfolder }) => subfolder);
}

/** The same repository is written with and without its ending, in small and capital letters, and by https and ssh. */
function plainAddress(location: string): string {
  const plain = location.replace(/\/?(?:\.git)?\/?$/, "").toLowerCase();
  const [, host, path] =
    /^(?:https?|ssh):\/\/(?:[^/@]{1,200}@)?([^/:]{1,300})(?::\d{1,5})?\/(.*)$/.exec(plain) ??
    /^[\w.-]{1,200}@([a-z0-9.-]{1,300}):\/?(.*)$/.exec(plain) ??
    [];
  return host === undefined ? plain : `${host}/${path}`;
}

/** Whether a file is outside of the docs, by the folders they are in. */
export function isOutsideDocs(folders: string[]): (path: string) => boolean {
  const inside = folders.filter((folder) => folder !== "").map((folder) => `${folder}/`);
  return (path) => !inside.some((folder) => path.startsWith(folder));
}
