import { sql } from "kysely";
import type { Audience } from "../../contract/insights/analytics.ts";
import type { Rating } from "../../contract/insights/feedback.ts";
import type { Database } from "../database.ts";
import { byAudience } from "./answer-stats.ts";

/** Answers from `from` on and before `until`. */
export type CitationRange = {
  projectId: string;
  from: string;
  until: string;
  /** Left out: everybody. */
  audience?: Audience | undefined;
};

export type PageCitations = { path: string; answers: number; lastAskedAt: string };

/** How many answers cite each page. */
export async function countCitations(
  db: Database,
  { projectId, from, until, audience }: CitationRange,
): Promise<PageCitations[]> {
  return db
    .selectFrom("citedPages")
    .select(({ fn }) => [
      "path",
      fn.countAll<number>().as("answers"),
      fn.max("askedAt").as("lastAskedAt"),
    ])
    .where("projectId", "=", projectId)
    .where("askedAt", ">=", from)
    .where("askedAt", "<", until)
    .$if(audience !== undefined, (query) =>
      query.where("keyId", audience === "members" ? "=" : "!=", ""),
    )
    .groupBy("path")
    .execute();
}

export type PageRatings = { path: string; rating: Rating; answers: number };

/** How many answers that cite a page were rated up, and how many down. Few are rated: they are asked first. */
export async function countRatedCitations(
  db: Database,
  { projectId, from, until, audience }: CitationRange,
): Promise<PageRatings[]> {
  const { rows } = await sql<PageRatings>`
    select cited_pages.path, asked_questions.rating, count(*) as answers
    from asked_questions cross join cited_pages
    where asked_questions.project_id = ${projectId} and rating != ''
      and asked_questions.asked_at >= ${from} and asked_questions.asked_at < ${until}
      and cited_pages.seq = asked_questions.seq
      ${byAudience("asked_questions", { projectId, audience })}
    group by cited_pages.path, asked_questions.rating`.execute(db);
  return rows;
}
