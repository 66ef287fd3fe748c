import { useRouter } from "../../../router.tsx";

const names = ["q", "outcome", "rating", "resolution", "audience", "page", "model", "key"] as const;
export type WishName = (typeof names)[number];

export type QuestionWish = {
  /** "" where any will do. */
  values: Record<WishName, string>;
  set: (name: WishName, value: string) => void;
  clear: () => void;
  isFiltered: boolean;
};

/** Which questions the address asks for: a filtered list can be linked to. */
export function useQuestionWish(): QuestionWish {
  const { pathname, search, navigate } = useRouter();
  const params = new URLSearchParams(search);
  const values = Object.fromEntries(names.map((name) => [name, params.get(name) ?? ""]));
  const go = (next: URLSearchParams) => {
    const query = next.toString();
    navigate(query === "" ? pathname : `${pathname}?${query}`, { replace: true, keepScroll: true });
  };
  return {
    values: values as Record<WishName, string>,
    set: (name, value) => {
      const next = new URLSearchParams(window.location.search);
      if (value === "") next.delete(name);
      else next.set(name, value);
      go(next);
    },
    clear: () => {
      const next = new URLSearchParams(window.location.search);
      for (const name of names) if (name !== "q") next.delete(name);
      go(next);
    },
    isFiltered: names.some((name) => name !== "q" && values[name] !== ""),
  };
}
