import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import { giteaPermission, giteaTeam } from "./gitea-shapes.ts";

const writing = ["write", "admin", "owner"];

/**
 * Administrators of a repository may ask for anybody's permission. Others see who can be assigned: those who may write,
 * and in an organization those of its teams. That list decides only where each team may write; else nobody is let in.
 */
export async function giteaMayWrite(api: Api, repo: string, account: string): Promise<boolean> {
  const purpose = "read who may write";
  const path = `${repo}/collaborators/${encodeURIComponent(account)}/permission`;
  try {
    const { value } = await api.call({ purpose, path, schema: giteaPermission });
    return writing.includes(value.permission);
  } catch (error) {
    if (!(error instanceof AppError) || !["forbidden", "not_found"].includes(error.code))
      throw error;
  }
  if (!(await tellsWriters(api, repo))) return false;
  const schema = z.array(z.object({ login: z.string() }));
  const { value } = await api.call({ purpose, path: `${repo}/assignees`, schema });
  return value.some(({ login }) => login.toLowerCase() === account.toLowerCase());
}

/** Whether the list of those who can be assigned holds nobody who may only read. */
export async function tellsWriters(api: Api, repo: string): Promise<boolean> {
  const schema = z.array(giteaTeam);
  try {
    const { value } = await api.call({ purpose: "read the teams", path: `${repo}/teams`, schema });
    return value.every((team) =>
      writing.includes(team.units_map?.["repo.code"] ?? team.permission),
    );
  } catch (error) {
    // A person's own repository has no teams, and the forge refuses to speak of them.
    if (error instanceof AppError && error.code === "conflict") return true;
    throw error;
  }
}
