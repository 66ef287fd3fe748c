import { createHash } from "node:crypto";
import type { PageRating } from "../../contract/reader/page-rating.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { newId } from "../../lib/ids.ts";
import { insertPageRating } from "../../store/answers/page-ratings.ts";
import { findPage } from "../../store/docs/pages.ts";
import { type OpenDocsDeps, openDocs } from "../open-docs.ts";
import type { Reader } from "../open-project.ts";

type Input = { project: string; rating: PageRating };

/** Records what a reader thinks of a page: no name and nothing of the browser. */
export async function ratePage(
  deps: OpenDocsDeps & { clock: Clock },
  reader: Reader,
  { project: name, rating }: Input,
): Promise<void> {
  const { path, comment, id } = rating;
  const project = await openDocs(deps, reader, { project: name, page: path });
  const revision = project.currentRevisionId;
  const isPage =
    revision !== null && !path.includes("\0") && (await findPage(deps.db, revision, [path]));
  if (!isPage) throw new AppError("not_found", "There is no such page here.");
  await insertPageRating(deps.db, {
    // Within a project: nobody replaces what somebody else said elsewhere.
    id: id === undefined ? newId("rat") : ratingId(project.id, `${path}\0${id}`),
    projectId: project.id,
    path,
    rating: rating.rating,
    comment: comment.toWellFormed().replaceAll("\0", "").trim(),
    createdAt: deps.clock.now().toISOString(),
  });
}

function ratingId(projectId: string, own: string): string {
  const digest = createHash("sha256").update(`${projectId}\0${own}`).digest("hex");
  return `rat_${digest.slice(0, 24)}`;
}
