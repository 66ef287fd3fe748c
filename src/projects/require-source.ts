import { shownAddress } from "../git/remote/remote-address.ts";
import { AppError } from "../lib/app-error.ts";
import type { Database } from "../store/database.ts";
import { listSources, type StoredSource } from "../store/docs/sources.ts";

/** For the command line: the sentence names the sources there are. */
export async function requireSource(
  db: Database,
  { projectId, sourceId }: { projectId: string; sourceId: string },
): Promise<StoredSource> {
  const sources = await listSources(db, projectId);
  const source = sources.find(({ id }) => id === sourceId);
  if (source) return source;
  const names = sources.map(({ id, location }) => `${id} (${shownAddress(location)})`).join(", ");
  throw new AppError("not_found", `The project has no source ${sourceId}. There are: ${names}.`);
}
