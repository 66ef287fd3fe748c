import type { StoredChange } from "../store/jobs/changes.ts";
import type { ForgeChange } from "./forge.ts";

export type ChangePages = {
  /** Address of this server, where a change's page is. */
  publicUrl: string;
  project: { id: string; domain: string };
};

/** A change of the store as forges tell it. */
export function toForgeChange(pages: ChangePages, stored: StoredChange): ForgeChange {
  const { projectId, mergeCommit, jobId, pull, ...shown } = stored;
  return { ...shown, sessionId: jobId, ...pullOf(pages, stored) };
}

/** Where people see a change, and what its forge said of it last. */
export function pullOf(
  pages: ChangePages,
  { number, pull, mergeCommit }: Pick<StoredChange, "number" | "pull" | "mergeCommit">,
): Pick<ForgeChange, "url" | "forge"> {
  if (pull === null) return { url: `${projectPage(pages)}/changes/${number}` };
  const { nodeId, ownTitle, proofCommit, ...told } = pull;
  return { url: pull.url, forge: { ...told, mergeCommit } };
}

/** Where people see a session; "" where no job proposed the change. */
export function sessionPage(pages: ChangePages, sessionId: string): string {
  return sessionId === "" ? "" : `${projectPage(pages)}/jobs/${sessionId}`;
}

function projectPage({ publicUrl, project }: ChangePages): string {
  return `${publicUrl.replace(/\/$/, "")}/dashboard/${project.domain}`;
}
