/** The repository on this machine that a project's jobs edit. */
export type JobRepository = {
  /** The repository's own folder: a bare repository, or the `.git` of a work tree. */
  path: string;
  defaultBranch: string;
  /** Folder of the docs inside the repository; "" when they stand at the top. */
  docsFolder: string;
};

/** Throws `conflict` with a sentence on what to set where a project has none. */
export type RepositoryOf = (projectId: string) => Promise<JobRepository>;
