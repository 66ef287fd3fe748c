import type { Docs } from "../read-docs.ts";

/** Where a link of a page leads. */
export type Target =
  /** Out of the docs, or to something that only building the site would tell. */
  | { kind: "elsewhere" }
  /** To a file, a folder or an address that is there. */
  | { kind: "there" }
  | { kind: "page"; path: string; anchor: string }
  /** `place` is the same for all spellings of a link; `meant` is a page that has another address. */
  | { kind: "missing"; what: "page" | "file"; place: string; meant?: string };

/** A link in its parts: `address` is decoded, without anchor and query. */
export type Link = { docs: Docs; from: string; written: string; address: string; anchor: string };

export const elsewhere: Target = { kind: "elsewhere" };
