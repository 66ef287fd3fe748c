import type { EditedRepository } from "./edited-repository.ts";
import type { Forge } from "./forge.ts";
import { type LocalForge, localForge } from "./local-forge.ts";
import { remoteForge } from "./remote-forge.ts";

/** The forge for a repository. */
export function chooseForge(
  parts: Pick<LocalForge, "db" | "clock" | "publicUrl" | "project">,
  { path: repository, remote }: Pick<EditedRepository, "path" | "remote">,
): Forge {
  const place = { ...parts, repository };
  return remote === undefined ? localForge(place) : remoteForge({ ...place, remote });
}
