import type { Act } from "../../../../src/contract/acts.ts";
import { fullTime } from "../../format.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ListToolbar } from "../../ui/list-toolbar.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { usePages } from "../../use-pages.ts";
import { useSearchParam } from "../../use-search-param.ts";
import { csvDownload } from "./csv-download.ts";
import { peopleApi } from "./people-api.ts";

export function ActivityPage() {
  const [search, setSearch] = useSearchParam("q");
  const { pages, error, reload, hasMore, isLoadingMore, showMore } = usePages(
    `activity ${search}`,
    (cursor) => peopleApi.acts({ q: search, cursor }),
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
          <Button icon="file" onClick={() => void csvDownload(search)}>
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
      />
      {error !== undefined && <LoadFailed error={error} retry={reload} />}
      <Card isFlush>
        {acts === undefined && <Skeleton lines={6} />}
        {acts?.length === 0 && (
          <Empty icon="clock" title={search ? "Nothing found" : "Nothing has happened yet"}>
            <p>{search ? "Try other words." : "What people do here is listed from now on."}</p>
          </Empty>
        )}
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

function ActTable({ acts }: { acts: Act[] }) {
  return (
    <table className="table acts">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col">Who</th>
          <th scope="col">Project</th>
          <th scope="col">From</th>
          <th scope="col">When</th>
        </tr>
      </thead>
      <tbody>
        {acts.map((act) => (
          <ActRow key={act.id} act={act} />
        ))}
      </tbody>
    </table>
  );
}

const kinds: Record<Act["actor"]["kind"], string> = {
  member: "",
  admin: "admin key",
  operator: "command line",
  unknown: "not known",
};

function ActRow({ act: { action, actor, target, domain, network, at } }: { act: Act }) {
  return (
    <tr>
      <th scope="row" className="key-cell">
        <span className="row-title">{action}</span>
        {target && <span className="row-sub mono">{target}</span>}
      </th>
      <td data-label="Who" className="act-who">
        {actor.name || "Nobody"}
        {kinds[actor.kind] && (
          <Badge tone={actor.kind === "unknown" ? "warn" : "neutral"}>{kinds[actor.kind]}</Badge>
        )}
      </td>
      <td data-label="Project">{domain || "–"}</td>
      <td data-label="From">{network || "–"}</td>
      <td data-label="When" title={fullTime(at)}>
        <Time iso={at} />
      </td>
    </tr>
  );
}
