import { useState } from "react";
import {
  type KeyFilter,
  keyFilters,
  type ProjectSummary,
} from "../../../../src/contract/dashboard.ts";
import type { KeySummary } from "../../../../src/contract/keys.ts";
import { api } from "../../api.ts";
import { Button } from "../../ui/button.tsx";
import { Card } from "../../ui/card.tsx";
import { Empty } from "../../ui/empty.tsx";
import { ListToolbar } from "../../ui/list-toolbar.tsx";
import { LoadFailed } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { ShowMore } from "../../ui/show-more.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useMay } from "../../use-may.ts";
import { usePages } from "../../use-pages.ts";
import { useSearchParam } from "../../use-search-param.ts";
import { KeyDialogs, type OpenKeyDialog } from "./key-dialogs.tsx";
import { KeyTable } from "./key-table.tsx";

const words: Record<KeyFilter, string> = {
  active: "Active",
  expired: "Expired",
  revoked: "Revoked",
  all: "All",
};

export function KeysPage({ project: { domain } }: { project: ProjectSummary }) {
  const [asked, setFilter] = useSearchParam("state", "active");
  const [search, setSearch] = useSearchParam("q");
  const [creating, setCreating] = useSearchParam("new");
  const [shown, setShown] = useState<OpenKeyDialog>(undefined);
  const mayCreate = useMay("editor");
  const filter = keyFilters.find((one) => one === asked) ?? "active";
  const list = usePages(
    `keys ${domain} ${filter} ${search}`,
    (cursor) => api.keys(domain, { state: filter, q: search, cursor }),
    { live: ["keys"] },
  );
  const counts = list.pages?.[0]?.counts;
  const keys = list.pages?.flatMap((page) => page.keys);
  const open = creating === "1" && mayCreate ? ({ dialog: "create" } as const) : shown;
  const change = (next: OpenKeyDialog) => {
    setShown(next);
    setCreating(next?.dialog === "create" ? "1" : "");
  };
  const create = mayCreate ? () => change({ dialog: "create" }) : undefined;
  return (
    <Page
      title="API keys"
      lead="Assistant keys are public and ask questions. Admin keys are secret and run jobs."
      actions={
        create && (
          <Button look="primary" icon="plus" onClick={create}>
            Create key
          </Button>
        )
      }
    >
      <div>
        <ListToolbar
          label="Search keys"
          search={search}
          onSearch={setSearch}
          filters={keyFilters.map((value) => ({
            ...{ value, label: words[value], count: counts?.[value] },
          }))}
          filter={filter}
          onFilter={setFilter}
        />
        {list.error !== undefined && <LoadFailed error={list.error} retry={list.reload} />}
        <Card isFlush>
          {!keys && list.error === undefined && <Skeleton lines={5} />}
          {keys && (
            <KeyList
              {...{ keys, filter, search, create }}
              isFirst={counts?.all === 0}
              onRevoke={(key) => change({ dialog: "revoke", key })}
            />
          )}
          <ShowMore {...list} />
        </Card>
      </div>
      <KeyDialogs domain={domain} open={open} change={change} reload={list.reload} />
    </Page>
  );
}

type KeyListProps = {
  keys: KeySummary[];
  filter: KeyFilter;
  search: string;
  /** There is none at all yet. */
  isFirst: boolean;
  create: (() => void) | undefined;
  onRevoke: (key: KeySummary) => void;
};

function KeyList({ keys, filter, search, isFirst, create, onRevoke }: KeyListProps) {
  if (keys.length > 0) return <KeyTable keys={keys} onRevoke={onRevoke} />;
  if (search !== "")
    return (
      <Empty icon="search" title={`No key for “${search}”`}>
        <p>Labels, allowed origins, kinds and the last characters of a key are searched.</p>
      </Empty>
    );
  if (!isFirst)
    return (
      <Empty icon="key" title={filter === "active" ? "No active key" : `No ${filter} key`}>
        <p>Other keys are under the other states.</p>
      </Empty>
    );
  return (
    <Empty icon="key" title="No key yet">
      <p>A chat on your site needs an assistant key; a script that starts jobs an admin key.</p>
      {create && (
        <Button look="primary" icon="plus" onClick={create}>
          Create the first key
        </Button>
      )}
    </Empty>
  );
}
