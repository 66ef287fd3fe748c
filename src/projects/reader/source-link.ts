import { hostAddress } from "../../forge/host-address.ts";
import type { Database } from "../../store/database.ts";
import { findPageFile } from "../../store/docs/revision-pages.ts";
import { listSources } from "../../store/docs/sources.ts";
import type { ProjectDocs } from "../open-docs.ts";

/** Where the repository's forge shows the file of a page; undefined where it is not known to. */
export async function sourceLink(
  db: Database,
  project: ProjectDocs,
  page: { path: string; sourceId: string },
): Promise<string | undefined> {
  const sources = await listSources(db, project.id);
  const source = sources.find(({ id }) => id === page.sourceId);
  const address = source?.kind === "git" ? hostAddress(source.location) : undefined;
  if (!source || !address || project.currentRevisionId === null) return undefined;
  const file = await findPageFile(db, project.currentRevisionId, page.path);
  if (file === undefined) return undefined;
  const own = source.mount === "" ? file : file.slice(source.mount.length + 1);
  const inRepository = [source.subfolder, own].filter((part) => part !== "").join("/");
  const root = [address.origin, ...address.names].join("/");
  const ref = project.ref ?? (source.branch || "HEAD");
  return `${root}${viewOf(address.host)}${encoded(ref)}/${encoded(inRepository)}`;
}

/** How the usual forges call the view of a file; the others know GitHub's or lead from it. */
function viewOf(host: string): string {
  if (/(?:^|\.)gitlab\./i.test(host)) return "/-/blob/";
  if (/^(?:codeberg\.org|gitea\.|.*\.gitea\.)/i.test(host)) return "/src/branch/";
  return "/blob/";
}

function encoded(path: string): string {
  return path.split("/").map(encodeURIComponent).join("/");
}
