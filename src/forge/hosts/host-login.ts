/** What an adapter shows to its forge. It is never written down. */
export type HostLogin =
  | { kind: "token"; token: string }
  /** An app that is installed in the repository: its key signs for tokens that live an hour. */
  | { kind: "app"; appId: string; privateKey: string; installationId?: string };
