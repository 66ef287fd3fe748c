import type { Migration } from "./migration.ts";

const sessionColumns =
  "id, token_hash, previous_hash, previous_until, created_at, rotated_at, last_used_at, expires_at";

/** People instead of one owner: who was the owner is the first member, and stays logged in. */
export const membersMigration: Migration = {
  name: "0023-members",
  statements: [
    `create table members (
      id text primary key,
      name text not null,
      email text unique,
      proven_email text,
      role text not null,
      password_hash text,
      oidc_subject text unique,
      setup_hash text unique,
      setup_expires_at text,
      setup_issued_by text,
      created_at text not null,
      updated_at text not null,
      last_seen_at text,
      disabled_at text
    )`,
    `insert into members (id, name, role, password_hash, setup_hash, setup_expires_at, created_at, updated_at)
      select 'mem_first', '', 'owner', password_hash, setup_hash, setup_expires_at, updated_at, updated_at from owner`,
    `create table member_sessions (
      id text primary key,
      member_id text not null references members (id) on delete cascade,
      token_hash text not null unique,
      previous_hash text unique,
      previous_until text,
      browser text not null,
      created_at text not null,
      rotated_at text not null,
      last_used_at text not null,
      expires_at text not null
    )`,
    `insert into member_sessions (member_id, browser, ${sessionColumns})
      select 'mem_first', '', ${sessionColumns} from owner_sessions
      where exists (select 1 from members where id = 'mem_first')`,
    "create index member_sessions_member on member_sessions (member_id)",
    "drop table owner_sessions",
    "drop table owner",
    `create table invitations (
      id text primary key,
      token_hash text not null unique,
      role text not null,
      email text,
      invited_by text not null,
      inviter_id text,
      created_at text not null,
      expires_at text not null
    )`,
    `create table sign_ins (
      browser_hash text primary key,
      invitation_hash text,
      session_id text references member_sessions (id) on delete cascade,
      expires_at text not null
    )`,
  ],
};
