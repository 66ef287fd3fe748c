import type { FoundResult, SearchRequest } from "../../contract/discovery.ts";
import type { FoundPassage } from "../../search/hit.ts";
import { pageUrl } from "../../search/page-url.ts";
import type { Search } from "../../search/search.ts";
import type { Database } from "../../store/database.ts";
import type { Project } from "../../store/docs/projects.ts";
import { requireShort } from "../../text/require-short.ts";
import { openProject, type Reader } from "../open-project.ts";

export type SearchDocsDeps = {
  db: Database;
  search: Pick<Search, "search">;
  publicUrl: string;
  /** The longest text to search for. */
  limits: { questionCharacters: number };
};

/** The passages that fit the query best, one result each, the best first. */
export async function searchDocs(
  deps: SearchDocsDeps,
  reader: Reader,
  input: { project: string; request: SearchRequest; network: string },
): Promise<FoundResult[]> {
  const project = await openProject(deps.db, reader, input.project);
  requireShort(input.request.query.length, deps.limits.questionCharacters, tooLong);
  const revision = project.currentRevisionId;
  if (revision === null) return [];
  const { query, pageSize, scoreThreshold, filter } = input.request;
  const key = reader && "keyId" in reader ? reader.keyId : project.id;
  const { hits } = await deps.search.search(
    revision,
    { text: query, hints: [], liftPaths: [], filter, limit: pageSize },
    { network: input.network, key },
  );
  return hits
    .map((hit) => toResult(deps.publicUrl, { project, revision, hit }))
    .filter(({ metadata }) => metadata.score >= scoreThreshold)
    .sort((left, right) => right.metadata.score - left.metadata.score);
}

const tooLong = {
  path: "query",
  name: "The text to search for has",
  advice: "Search in fewer words.",
};

type Found = { project: Project; revision: string; hit: FoundPassage };

function toResult(publicUrl: string, { project, revision, hit }: Found): FoundResult {
  const { passage, relevance } = hit;
  return {
    content: passage.content,
    path: passage.path,
    metadata: {
      title: passage.title,
      description: passage.description,
      heading: passage.headings.at(-1) ?? passage.title,
      url: pageUrl(publicUrl, project, passage),
      score: Math.round(relevance * 10_000) / 10_000,
      startLine: passage.startLine,
      endLine: passage.endLine,
      revision,
    },
  };
}
