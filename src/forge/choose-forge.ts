import type { Remote } from "../git/remote/remote.ts";
import type { Forge } from "./forge.ts";
import { type LocalForge, localForge } from "./local-forge.ts";
import { remoteForge } from "./remote-forge.ts";

/** A repository that changes are made to: `remote` where it is the mirror of one. */
export type ForgeRepository = { path: string; remote?: Remote };

/** The forge for a repository. */
export function chooseForge(
  parts: Pick<LocalForge, "db" | "clock" | "publicUrl" | "project">,
  { path: repository, remote }: ForgeRepository,
): Forge {
  const place = { ...parts, repository };
  return remote === undefined ? localForge(place) : remoteForge({ ...place, remote });
}
