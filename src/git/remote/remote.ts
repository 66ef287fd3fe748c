import type { RepositoryAccess } from "../run/git-access.ts";

/** A repository elsewhere, of which a mirror is kept on this machine. */
export type Remote = {
  /** Without a user name or a password. */
  url: string;
  /** A function, so that whatever writes a remote down, a log or a row, cannot write a token down. */
  access(): RepositoryAccess;
  /** The setting that holds, or should hold, the token. */
  tokenSetting: string;
};
