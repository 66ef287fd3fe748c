import { addTexts, type Migration } from "../migration.ts";

/** What forges told of by themselves, and how far their pull requests have been looked at. */
export const webhooksMigration: Migration = {
  name: "0016-webhooks",
  statements: [
    `create table deliveries (
      source_id text not null references sources (id) on delete cascade,
      delivery_id text not null,
      about text not null,
      number integer not null,
      received_at text not null,
      not_before text not null,
      attempts integer not null,
      handled_at text,
      constraint deliveries_key primary key (source_id, delivery_id)
    )`,
    "create index deliveries_waiting on deliveries (handled_at, not_before)",
    "alter table sources add column delivered_at text",
    "alter table sources add column pulls_checked_at text",
    ...addTexts("sources", ["pulls_since", "pulls_etag"]),
  ],
};
