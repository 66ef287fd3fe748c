import { useRouter } from "./router.tsx";

/** One value of the address bar's query: a filtered list can be linked to, and is there again after a reload. */
export function useSearchParam(name: string, initial = ""): [string, (value: string) => void] {
  const { pathname, search, navigate } = useRouter();
  const value = new URLSearchParams(search).get(name) ?? initial;
  const choose = (next: string) => {
    const params = new URLSearchParams(window.location.search);
    if (next === initial) params.delete(name);
    else params.set(name, next);
    const query = params.toString();
    navigate(query === "" ? pathname : `${pathname}?${query}`, { replace: true, keepScroll: true });
  };
  return [value, choose];
}
