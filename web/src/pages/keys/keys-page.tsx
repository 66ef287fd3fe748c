import { useState } from "react";
import {
  type KeyFilter,
  keyFilters,
  type ProjectSummary,
} from "../../../../src/contract/dashboard.ts";
import type { KeySummary } from "../../../../src/contract/keys.ts";
import { api } from "../../api.ts";
import { FilteredList } from "../../lists/filtered-list.tsx";
import { useListFilter } from "../../lists/use-list-filter.ts";
import { usePages } from "../../lists/use-pages.ts";
import { Button } from "../../ui/button.tsx";
import { Empty } from "../../ui/empty.tsx";
import { Page } from "../../ui/page.tsx";
import { useMay } from "../../use-may.ts";
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
  const chosen = useListFilter(keyFilters, "active");
  const { state: filter, search } = chosen;
  const [creating, setCreating] = useSearchParam("new");
  const [shown, setShown] = useState<OpenKeyDialog>(undefined);
  const mayCreate = useMay("editor");
  const list = usePages(
    `keys ${domain} ${filter} ${search}`,
    (cursor) => api.keys(domain, { state: filter, q: search, cursor }),
    { live: ["keys"] },
  );
  const keys = list.pages?.flatMap((page) => page.keys) ?? [];
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
      <FilteredList label="Search keys" words={words} chosen={chosen} list={list}>
        <KeyList
          {...{ keys, filter, search, create }}
          isFirst={list.pages?.[0]?.counts.all === 0}
          onInstall={(key) => change({ dialog: "install", key })}
          onRevoke={(key) => change({ dialog: "revoke", key })}
        />
      </FilteredList>
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
  onInstall: (key: KeySummary) => void;
  onRevoke: (key: KeySummary) => void;
};

function KeyList(props: KeyListProps) {
  const { keys, filter, search, isFirst, create, onInstall, onRevoke } = props;
  if (keys.length > 0) return <KeyTable {...{ keys, onInstall, onRevoke }} />;
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
