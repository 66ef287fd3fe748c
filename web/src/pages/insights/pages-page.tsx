import type { ProjectSummary } from "../../../../src/contract/dashboard.ts";
import {
  type CitedPage,
  type PageSort,
  pageSorts,
} from "../../../../src/contract/insights/pages.ts";
import { webAddress } from "../../../shared/web-address.ts";
import { number } from "../../format.ts";
import { usePages } from "../../lists/use-pages.ts";
import { Link } from "../../router.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ListToolbar } from "../../ui/list-toolbar.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { useSearchParam } from "../../use-search-param.ts";
import { ExportButton } from "./export-button.tsx";
import { useQuestionLink } from "./figure-strip.tsx";
import { insightsApi } from "./insights-api.ts";
import { InsightsFrame } from "./insights-frame.tsx";
import { NewQuestions } from "./new-questions.tsx";
import { RangeBar } from "./range-bar.tsx";
import { useRange } from "./use-range.ts";

/** Which pages answer readers, which never do, and which leave them unhappy. */
export function PagesPage({ project }: { project: ProjectSummary }) {
  const range = useRange();
  const [search, setSearch] = useSearchParam("q");
  const [asked, setSort] = useSearchParam("sort", "cited");
  const sort = pageSorts.find((one) => one === asked) ?? "cited";
  const wanted = { from: range.from, to: range.to, zone: range.zone, sort, q: search };
  const shown = `cited pages ${project.id} ${JSON.stringify(wanted)}`;
  const { pages, error, reload, ...more } = usePages(shown, (cursor) =>
    insightsApi.pages(project.id, { ...wanted, cursor }),
  );
  const total = pages?.[0]?.total;
  const listed = pages?.flatMap((page) => page.pages);
  return (
    <InsightsFrame
      project={project}
      tab="pages"
      actions={<ExportButton download={() => insightsApi.csv.pages(project.id, wanted)} />}
    >
      <RangeBar range={range} />
      <NewQuestions {...{ shown, reload }} />
      <div>
        <ListToolbar
          label="Search pages"
          search={search}
          onSearch={setSearch}
          filters={[
            { value: "cited", label: "Most cited", count: total?.cited },
            { value: "never", label: "Never cited", count: total?.never },
            { value: "down", label: "Thumbs down", count: total?.down },
            { value: "rated", label: "Rated by readers", count: total?.rated },
          ]}
          filter={sort}
          onFilter={setSort}
        />
        {error !== undefined && <LoadFailed error={error} retry={reload} />}
        <Card isFlush>
          {listed === undefined && error === undefined && <Skeleton lines={8} />}
          {listed?.length === 0 && <NoPages sort={sort} isSearched={search !== ""} />}
          {listed !== undefined && listed.length > 0 && (
            <PageTable project={project} pages={listed} />
          )}
          <ShowMore {...more} />
        </Card>
      </div>
    </InsightsFrame>
  );
}

function PageTable({ project, pages }: { project: ProjectSummary; pages: CitedPage[] }) {
  return (
    <table className="table cited-pages">
      <thead>
        <tr>
          <th scope="col">Page</th>
          <th scope="col">Answers citing it</th>
          <th scope="col">Thumbs up</th>
          <th scope="col">Thumbs down</th>
          <th scope="col">Page helpful</th>
          <th scope="col">Last cited</th>
        </tr>
      </thead>
      <tbody>
        {pages.map((page) => (
          <PageRow key={page.path} project={project} page={page} />
        ))}
      </tbody>
    </table>
  );
}

function PageRow({ project, page }: { project: ProjectSummary; page: CitedPage }) {
  const link = useQuestionLink(project);
  const { path, title, cited, up, down, lastCitedAt, isCurrent, comments } = page;
  const url = webAddress(page.url);
  const named = `citing ${path}`;
  return (
    <tr>
      <th scope="row">
        {url ? (
          <a className="page-title" href={url} target="_blank" rel="noreferrer">
            {title}
          </a>
        ) : (
          <span className="page-title">{title}</span>
        )}
        {!isCurrent && <Badge>No longer there</Badge>}
        <span className="row-sub mono">{path}</span>
        {comments.map(({ comment, at, rating }) => (
          <p key={`${at} ${comment}`} className="page-comment">
            {rating === "up" ? "Helpful: " : "Not helpful: "}
            <q>{comment}</q>
          </p>
        ))}
      </th>
      <td data-label="Answers citing it">
        {cited > 0 ? (
          <Link to={link({ page: path })} aria-label={`${number(cited)} answers ${named}`}>
            {number(cited)}
          </Link>
        ) : (
          "0"
        )}
      </td>
      <td data-label="Thumbs up">{number(up)}</td>
      <td data-label="Thumbs down">
        {down > 0 ? (
          <Link
            to={link({ page: path, rating: "down" })}
            aria-label={`${number(down)} rated down ${named}`}
          >
            {number(down)}
          </Link>
        ) : (
          "0"
        )}
      </td>
      <td data-label="Page helpful">
        {page.pageUp + page.pageDown === 0
          ? "–"
          : `${number(page.pageUp)} yes, ${number(page.pageDown)} no`}
      </td>
      <td data-label="Last cited">{lastCitedAt ? <Time iso={lastCitedAt} /> : "Never"}</td>
    </tr>
  );
}

const emptyTexts: Record<PageSort, { title: string; text: string }> = {
  cited: {
    title: "No page was cited in these days",
    text: "As soon as readers get answers, the pages these rest on are counted here.",
  },
  never: {
    title: "Every page was cited",
    text: "Each page that readers may see was part of an answer in these days.",
  },
  rated: {
    title: "No page was rated",
    text: "Readers can say at the end of each page of the reader whether it helped.",
  },
  down: {
    title: "No thumbs down",
    text: "No answer that cites a page was rated down in these days.",
  },
};

function NoPages({ sort, isSearched }: { sort: PageSort; isSearched: boolean }) {
  const { title, text } = emptyTexts[sort];
  return (
    <Empty icon="file" title={isSearched ? "Nothing found" : title}>
      <p>{isSearched ? "Try other words of the title or the path." : text}</p>
    </Empty>
  );
}
