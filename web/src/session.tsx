import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import { flushSync } from "react-dom";
import type { DashboardSession } from "../../src/contract/dashboard.ts";
import { api, stopReads } from "./api.ts";
import { messageOf } from "./message-of.ts";

type SessionState =
  | { status: "loading" }
  | { status: "failed"; message: string }
  | { status: "ready"; session: DashboardSession };

type Session = {
  state: SessionState;
  /** Asks the server again who is logged in. */
  refresh: () => Promise<void>;
  /** The server no longer knows this session: show the log-in page. */
  expire: () => void;
  /** Ends it by `end`. Before that every page is closed: nothing may be asked for a session that is no more. */
  leave: (end: () => Promise<void>) => Promise<void>;
};

export const SessionContext = createContext<Session | undefined>(undefined);

export function SessionProvider({ children }: { children: ReactNode }) {
  const [state, setState] = useState<SessionState>({ status: "loading" });
  const refresh = useCallback(async () => {
    try {
      setState({ status: "ready", session: await api.session() });
    } catch (error) {
      setState({ status: "failed", message: messageOf(error) });
    }
  }, []);
  const expire = useCallback(() => setState(withoutLogin), []);
  const leave = useCallback(
    async (end: () => Promise<void>) => {
      flushSync(() => setState({ status: "loading" }));
      const readAgain = stopReads();
      await end().finally(() => {
        readAgain();
        return refresh();
      });
    },
    [refresh],
  );
  useEffect(() => {
    void refresh();
  }, [refresh]);
  const value = useMemo(() => ({ state, refresh, expire, leave }), [state, refresh, expire, leave]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error("useSession needs a SessionProvider above it");
  return session;
}

/** Of whoever is logged in; "" for nobody. */
export function useMemberId(): string {
  const { state } = useSession();
  return state.status === "ready" ? state.session.memberId : "";
}

function withoutLogin(state: SessionState): SessionState {
  if (state.status !== "ready") return state;
  const nobody = { loggedIn: false, role: null, name: "", memberId: "" };
  return { status: "ready", session: { ...state.session, ...nobody } };
}
