import { mayAct, type Role } from "../../src/contract/members.ts";
import { useSession } from "./session.tsx";

/** Whether whoever is logged in may do what takes this role; buttons that would be refused are not shown. */
export function useMay(least: Role): boolean {
  const { state } = useSession();
  const held = state.status === "ready" ? state.session.role : null;
  return held !== null && mayAct(held, least);
}
