import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";

type Place = { pathname: string; search: string };
type NavigateOptions = { replace?: boolean; state?: unknown; keepScroll?: boolean };
type Router = Place & { navigate: (to: string, options?: NavigateOptions) => void };

const RouterContext = createContext<Router | undefined>(undefined);

/** Keeps the address bar and what is shown in step, through the History API. */
export function RouterProvider({ children }: { children: ReactNode }) {
  const [place, setPlace] = useState(readPlace);
  useEffect(() => {
    const follow = () => setPlace(readPlace());
    window.addEventListener("popstate", follow);
    return () => window.removeEventListener("popstate", follow);
  }, []);
  const navigate = useCallback((to: string, options: NavigateOptions = {}) => {
    if (options.replace) window.history.replaceState(options.state ?? null, "", to);
    else window.history.pushState(options.state ?? null, "", to);
    setPlace(readPlace());
    if (!options.keepScroll) window.scrollTo(0, 0);
  }, []);
  const router = useMemo(() => ({ ...place, navigate }), [place, navigate]);
  return <RouterContext value={router}>{children}</RouterContext>;
}

export function useRouter(): Router {
  const router = useContext(RouterContext);
  if (router === undefined) throw new Error("useRouter needs a RouterProvider above it");
  return router;
}

type LinkProps = Omit<ComponentProps<"a">, "href"> & { to: string };

export function Link({ to, onClick, ...rest }: LinkProps) {
  const { navigate } = useRouter();
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey;
    if (event.defaultPrevented || !isPlain || event.altKey) return;
    event.preventDefault();
    navigate(to);
  };
  return <a href={to} onClick={follow} {...rest} />;
}

function readPlace(): Place {
  return { pathname: window.location.pathname, search: window.location.search };
}
