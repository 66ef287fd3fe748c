import type { ReaderSearch } from "../../contract/reader/reader-search.ts";
import type { FoundPassage } from "../../search/hit.ts";
import { readerPath } from "../../search/page-url.ts";
import { withoutDirectionMarks } from "../../text/safe/without-direction-marks.ts";
import { openDocs, type ProjectDocs, type WantedDocs } from "../open-docs.ts";
import type { Reader } from "../open-project.ts";
import type { SearchDocsDeps } from "../pages/search-docs.ts";
import { requireReader } from "./reader-mode.ts";
import { snippetOf } from "./snippet.ts";

type Input = WantedDocs & {
  /** As it is typed: the last word may be unfinished. */
  text: string;
  /** The page it is typed on, whose version and language are meant. */
  page: string;
  network: string;
};

const longestText = 200;
const mostHits = 16;
const mostPages = 8;
const hitsOfPage = 3;

/** What readers find while they type, by page. */
export async function searchReader(
  deps: Omit<SearchDocsDeps, "limits" | "publicUrl">,
  reader: Reader,
  { text, page, network, ...wanted }: Input,
): Promise<{ project: ProjectDocs; found: ReaderSearch }> {
  const project = await openDocs(deps, reader, wanted);
  requireReader(project);
  const revision = project.currentRevisionId;
  const query = text.slice(0, longestText).toWellFormed().trim();
  if (revision === null || query === "") return { project, found: { pages: [] } };
  const { hits } = await deps.search.search(
    revision,
    {
      ...{ text: query, hints: [], filter: {}, limit: mostHits, isTyped: true },
      liftPaths: page === "" ? [] : [page],
    },
    { network, key: reader && "keyId" in reader ? reader.keyId : project.id },
  );
  return { project, found: byPage(project, hits, query) };
}

function byPage(project: ProjectDocs, hits: FoundPassage[], query: string): ReaderSearch {
  const groups = [...Map.groupBy(hits, ({ passage }) => passage.path).values()];
  const pages = groups.slice(0, mostPages).flatMap((some) => {
    const [first] = some;
    if (!first) return [];
    const { path } = first.passage;
    const title = withoutDirectionMarks(first.passage.title);
    const section = first.passage.section.map(withoutDirectionMarks);
    const found = some.slice(0, hitsOfPage).map(({ passage }) => {
      const heading = withoutDirectionMarks(passage.headings.at(-1) ?? title);
      const text = withoutDirectionMarks(passage.text).trimStart();
      const below = text.startsWith(heading) ? text.slice(heading.length) : text;
      return { heading, url: readerPath(project, passage), text: snippetOf(below, query) };
    });
    return [{ path, title, section, url: readerPath(project, { path }), hits: found }];
  });
  return { pages };
}
