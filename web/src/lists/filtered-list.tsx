import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";
import { ListToolbar } from "../ui/list-toolbar.tsx";
import { LoadFailed } from "../ui/notice.tsx";
import { ShowMore } from "../ui/show-more.tsx";
import { Skeleton } from "../ui/skeleton.tsx";
import type { ListFilter } from "./use-list-filter.ts";
import type { Pages } from "./use-pages.ts";

type FilteredListProps<State extends string, Page> = {
  /** What is searched, as the label of the field: "Search jobs". */
  label: string;
  /** The states in order, as people call them. */
  words: Record<State, string>;
  chosen: ListFilter<State>;
  list: Pages<Page & { counts: Record<State, number> }>;
  /** What is in the list, once it is there. */
  children: ReactNode;
};

/** A list that is searched, filtered by state and handed out in parts. */
export function FilteredList<State extends string, Page>(props: FilteredListProps<State, Page>) {
  const { label, words, chosen, list, children } = props;
  const counts = list.pages?.[0]?.counts;
  return (
    <div>
      <ListToolbar
        label={label}
        search={chosen.search}
        onSearch={chosen.setSearch}
        filters={chosen.states.map((value) => ({
          ...{ value, label: words[value], count: counts?.[value] },
        }))}
        filter={chosen.state}
        onFilter={chosen.setState}
      />
      {list.error !== undefined && <LoadFailed error={list.error} retry={list.reload} />}
      <Card isFlush>
        {!list.pages && list.error === undefined && <Skeleton lines={5} />}
        {list.pages && children}
        <ShowMore {...list} />
      </Card>
    </div>
  );
}
