import type { Project } from "../store/docs/projects.ts";

export type RefRevision = { revisionId: string; commit: string };

/**
 * The project's docs as they are on a branch or at a commit of its git source, ready to be searched. It may be asked for
 * again and again: what is in use is kept. Whoever calls has made sure that the caller may see unmerged text.
 */
export type RevisionOfRef = (
  input: { project: Project; ref: string },
  signal: AbortSignal,
) => Promise<RefRevision>;
