import type { KeyKind } from "../../contract/keys.ts";
import type {
  KeyPatch,
  ProjectPatch,
  ProjectResource,
} from "../../contract/owner/project-resource.ts";
import type { RepositoryLogin } from "../../contract/secrets.ts";
import type { ServerSettings } from "../../contract/server-settings.ts";

export type SourcePlace = {
  location: string;
  branch: string;
  subfolder: string;
  mount: string;
  baseUrl: string;
};

/** What is there now. */
export type ProjectState = {
  project: ProjectResource;
  sources: (SourcePlace & { id: string; fingerprint: string; syncedAt: string | null })[];
  keys: {
    id: string;
    label: string;
    kind: KeyKind;
    hint: string;
    origins: string[];
    branches: boolean;
    isFromEnvironment: boolean;
  }[];
};

/** A field that becomes another value; a secret is told by where it comes from. */
export type FieldChange = { field: string; from: unknown; to: unknown };

/** A secret, and the name of the variable that held it. */
export type Login = { value: RepositoryLogin; from: string };

type Of<Kind, Action, More = object> = {
  kind: Kind;
  action: Action;
  /** Of the project; "" for the server. */
  domain: string;
  /** What people call it. */
  name: string;
  changes: FieldChange[];
} & More;

/** One thing to do, in the order in which they are done. */
export type ApplyStep =
  | Of<"project", "add" | "change", { patch: ProjectPatch }>
  | Of<"project", "remove">
  | Of<"source", "add", { place: SourcePlace; login: Login | undefined }>
  | Of<"source", "change", { sourceId: string; place: SourcePlace }>
  | Of<"source", "remove", { sourceId: string }>
  | Of<"login", "change", { sourceId: string; login: Login }>
  | Of<"key", "add", { key: { kind: KeyKind; origins: string[]; branches: boolean } }>
  | Of<"key", "change", { keyId: string; patch: KeyPatch }>
  | Of<"key", "remove", { keyId: string }>
  | Of<"settings", "change", { values: Record<string, string | null>; version: string }>
  | Of<"docs", "sync">;

/** What is worked on: a server, or the store of this machine. */
export type ApplyTarget = {
  /** In words. */
  where: string;
  /** Those with these domains, or all; who is not there is left out. */
  read(domains: string[] | "all"): Promise<ProjectState[]>;
  /** The settings of the server that can be changed. */
  readSettings(): Promise<ServerSettings>;
  /** A location in the one way in which it is stored. */
  locationOf(text: string): Promise<string>;
  /** Does one step; the secret of a key that it made. Throws an AppError that says what is in the way. */
  carryOut(step: ApplyStep): Promise<{ key?: string }>;
};
