import { csvDownload } from "../../lists/csv-download.ts";
import { usePages } from "../../lists/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ListToolbar } from "../../ui/list-toolbar.tsx";
import { LoadFailed, Notice } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useAction } from "../../use-action.ts";
import { useSearchParam } from "../../use-search-param.ts";
import { ActFilters } from "./act-filters.tsx";
import { ActTable } from "./act-table.tsx";
import { peopleApi } from "./people-api.ts";

export function ActivityPage() {
  const [search, setSearch] = useSearchParam("q");
  const [actor, setActor] = useSearchParam("actor");
  const [project, setProject] = useSearchParam("project");
  const wanted = { q: search, actor, project };
  const { pages, error, reload, hasMore, isLoadingMore, showMore } = usePages(
    `activity ${JSON.stringify(wanted)}`,
    (cursor) => peopleApi.acts({ ...wanted, cursor }),
  );
  const download = useAction(() =>
    csvDownload({ path: "/v1/audit", query: wanted, name: "activity.csv" }),
  );
  const acts = pages?.flatMap((page) => page.acts);
  return (
    <Page
      title="Activity"
      lead="What members, admin keys and the operator did, and who logged in or failed to. What was sent is not kept."
      actions={
        <>
          <Button icon="sync" onClick={() => void reload()}>
            Refresh
          </Button>
          <Button icon="file" isBusy={download.isBusy} onClick={() => void download.run()}>
            Export CSV
          </Button>
        </>
      }
    >
      <ListToolbar
        label="Search activity"
        search={search}
        onSearch={setSearch}
        filters={[]}
        filter=""
        onFilter={() => undefined}
      >
        <ActFilters {...{ actor, project }} onActor={setActor} onProject={setProject} />
      </ListToolbar>
      {download.error && (
        <Notice tone="bad" title="The export did not work">
          <p>{download.error}</p>
        </Notice>
      )}
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      <Card isFlush>
        {acts === undefined && <Skeleton lines={6} />}
        {acts?.length === 0 && <NoActs isFiltered={Object.values(wanted).some(Boolean)} />}
        {acts !== undefined && acts.length > 0 && <ActTable acts={acts} />}
      </Card>
      {hasMore && (
        <div className="more">
          <Button isBusy={isLoadingMore} onClick={showMore}>
            Show more
          </Button>
        </div>
      )}
    </Page>
  );
}

function NoActs({ isFiltered }: { isFiltered: boolean }) {
  return (
    <Empty icon="clock" title={isFiltered ? "Nothing found" : "Nothing has happened yet"}>
      <p>
        {isFiltered
          ? "Try other words, another person or another project."
          : "What people do here is listed from now on."}
      </p>
    </Empty>
  );
}
