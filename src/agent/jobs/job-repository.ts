/** The repository on this machine that a project's jobs edit. */
export type JobRepository = {
  /** The repository's own folder: a bare repository, the `.git` of a work tree, or the mirror of a remote one. */
  path: string;
  defaultBranch: string;
  /** Folder of the docs inside the repository; "" when they stand at the top. */
  docsFolder: string;
  /** Brings a mirror up to date. */
  prepare?(signal?: AbortSignal): Promise<void>;
  /** Takes a commit of a mirror to the branch of its remote. Repeating it is harmless. */
  publish?(
    work: { branch: string; commit: string; base: string },
    signal?: AbortSignal,
  ): Promise<void>;
};

/** Throws `conflict` with a sentence on what to set where a project has none. */
export type RepositoryOf = (projectId: string) => Promise<JobRepository>;
