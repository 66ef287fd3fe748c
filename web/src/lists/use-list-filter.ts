import { useSearchParam } from "../use-search-param.ts";

export type ListFilter<State extends string> = {
  states: readonly State[];
  state: State;
  setState: (state: State) => void;
  search: string;
  setSearch: (text: string) => void;
};

/** What of a list is shown, as its address says it. */
export function useListFilter<State extends string>(
  states: readonly State[],
  usual: State,
): ListFilter<State> {
  const [asked, setState] = useSearchParam("state", usual);
  const [search, setSearch] = useSearchParam("q");
  const state = states.find((one) => one === asked) ?? usual;
  return { states, state, setState, search, setSearch };
}
