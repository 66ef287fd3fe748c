import { useEffect, useState } from "react";

/** The token of a one-time link travels in the fragment, which no server log sees; it does not stay in the address either. */
export function useFragmentToken(): string {
  const [token, setToken] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    const take = () => {
      const found = window.location.hash.slice(1);
      if (!found) return;
      setToken(found);
      window.history.replaceState(null, "", window.location.pathname);
    };
    take();
    window.addEventListener("hashchange", take);
    return () => window.removeEventListener("hashchange", take);
  }, []);
  return token;
}
