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
  const change = { ...shown, sessionId: jobId };
  if (pull === null) return { ...change, url: `${projectPage(pages)}/changes/${stored.number}` };
  const { nodeId, ownTitle, proofCommit, ...told } = pull;
  return { ...change, url: pull.url, forge: { ...told, mergeCommit } };
}

/** Where people see a session; "" where no job proposed the change. */
export function sessionPage(pages: ChangePages, sessionId: string): string {
  return sessionId === "" ? "" : `${projectPage(pages)}/jobs/${sessionId}`;
}

function projectPage({ publicUrl, project }: ChangePages): string {
  return `${publicUrl.replace(/\/$/, "")}/dashboard/${project.domain}`;
}
