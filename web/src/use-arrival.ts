import { useEffect, useRef } from "react";
import { useRouter } from "./router.tsx";

/** A new page is read from its beginning, also by those who hear it; a page that is one form begins in its field. */
export function useArrival() {
  const { pathname } = useRouter();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const main = document.querySelector("main");
    if (main?.querySelector(":is(input, textarea):focus")) return;
    main?.focus({ preventScroll: true });
  }, [pathname]);
}
