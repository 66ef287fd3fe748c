import type { Overlay } from "../../git/overlay/overlay.ts";
import type { Search } from "../../search/search.ts";
import type { Database } from "../../store/database.ts";
import { findProject } from "../../store/docs/projects.ts";
import type { FoundPassage, ToolContext } from "../tools/tool.ts";

/** Search over the docs as they were last synced, with paths as the repository has them. */
export function searchPages(
  deps: { db: Database; search: Search },
  projectId: string,
  place: { overlay: Overlay; docsFolder: string },
): ToolContext["searchDocs"] {
  const prefix = place.docsFolder === "" ? "" : `${place.docsFolder}/`;
  return async (text, limit) => {
    const revisionId = (await findProject(deps.db, projectId))?.currentRevisionId ?? null;
    if (revisionId === null) return [];
    const query = { text, hints: [], liftPaths: [], filter: {}, limit };
    const { hits } = await deps.search.search(revisionId, query);
    // Pages of the project's other sources, and those nobody has committed, are not in this repository.
    const here = new Set(place.overlay.list(place.docsFolder).map((file) => file.path));
    return hits
      .map(({ passage }): FoundPassage => {
        const { title, headings, startLine, endLine, content } = passage;
        const path = `${prefix}${passage.path}`;
        return { path, title, heading: headings.at(-1) ?? "", startLine, endLine, content };
      })
      .filter((passage) => here.has(passage.path));
  };
}
