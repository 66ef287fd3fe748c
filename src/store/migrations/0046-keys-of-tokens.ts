import type { Migration } from "./migration.ts";

/** Which owner's token a key goes back to: whoever ends the token may end them with it. */
export const keysOfTokensMigration: Migration = {
  name: "0046-keys-of-tokens",
  statements: ["alter table keys add column token_id text not null default ''"],
};
