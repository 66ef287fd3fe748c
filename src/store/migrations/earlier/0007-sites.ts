import { addTexts, type Migration } from "../migration.ts";

/** What a page is on its site, what its source needs to be read, and vectors of other embedders. */
export const sitesMigration: Migration = {
  name: "0007-sites",
  statements: [
    ...addTexts("sources", ["mount", "base_url", "credential", "generator", "problems", "error"]),
    "alter table sources add column checked_at text",
    ...addTexts("blobs", ["language"]),
    ...addTexts("passages", ["text_hash"]),
    ...addTexts("revision_pages", ["file", "includes", "address", "section", "title"]),
    "alter table revision_pages add column position integer",
    "alter table revision_pages add column hidden integer not null default 0",
    `create table vectors (
      project_id text not null references projects (id) on delete cascade,
      embedder text not null,
      text_hash text not null,
      vector bytea not null,
      constraint vectors_key primary key (project_id, embedder, text_hash)
    )`,
  ],
};
