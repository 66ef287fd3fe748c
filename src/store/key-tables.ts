import type { Generated } from "kysely";
import type { KeyKind } from "../contract/keys.ts";

/** Rows about what lets programs and sites in. */
export type KeyTables = {
  keys: {
    id: string;
    projectId: string;
    kind: KeyKind;
    label: string;
    hash: string;
    hint: string;
    providedBy: "generated" | "environment";
    origins: string[];
    /** Whether it may name a branch or a commit, and so see what is not merged. */
    branches: Generated<boolean>;
    createdAt: string;
    expiresAt: string | null;
    revokedAt: string | null;
    lastUsedAt: string | null;
    /** The site whose pages it was first used on, as browsers name it; "" for none. */
    usedOn: Generated<string>;
    /** The owner's token that made it, or made the key that did; "" for none. */
    tokenId: Generated<string>;
  };
};
