import type { FoundResult, SearchRequest } from "../../contract/discovery.ts";
import type { FoundPassage } from "../../search/hit.ts";
import { pageUrl } from "../../search/page-url.ts";
import { refOfFilter } from "../../search/ref-of-filter.ts";
import type { Search } from "../../search/search.ts";
import { requireShort } from "../../text/require-short.ts";
import { type OpenDocsDeps, openDocs, type ProjectDocs, type WantedDocs } from "../open-docs.ts";
import type { Reader } from "../open-project.ts";

export type SearchDocsDeps = OpenDocsDeps & {
  search: Pick<Search, "search">;
  publicUrl: string;
  /** The longest text to search for. */
  limits: { questionCharacters: number };
};

/** A branch or commit may be named in the request's filter or beside it. */
type SearchInput = WantedDocs & { request: SearchRequest; network: string };

/** The passages that fit the query best, one result each, the best first. */
export async function searchDocs(
  deps: SearchDocsDeps,
  reader: Reader,
  input: SearchInput,
): Promise<FoundResult[]> {
  const { request, network, ...wanted } = input;
  const { ref = input.ref, filter } = refOfFilter(request.filter);
  const project = await openDocs(deps, reader, { ...wanted, ref });
  requireShort(request.query.length, deps.limits.questionCharacters, tooLong);
  const revision = project.currentRevisionId;
  if (revision === null) return [];
  const { query, pageSize, scoreThreshold, currentPath } = request;
  const key = reader && "keyId" in reader ? reader.keyId : project.id;
  const { hits } = await deps.search.search(
    revision,
    {
      text: query,
      hints: [],
      liftPaths: currentPath ? [currentPath] : [],
      filter,
      limit: pageSize,
    },
    { network, key },
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

type Found = { project: ProjectDocs; revision: string; hit: FoundPassage };

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
