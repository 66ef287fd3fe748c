import type { ActorKind } from "../contract/acts.ts";
import type { Role } from "../contract/members.ts";
import type { TokenScope } from "../contract/owner/owner-tokens.ts";

/** Rows about people: who they are, how they come in, and what they did. */
export type MemberTables = {
  /** People who use the dashboard. */
  members: {
    id: string;
    name: string;
    /** In small letters; null only for somebody who was alone here so far. */
    email: string | null;
    /** The email that an invitation to it or the identity provider vouched for; an own one is only claimed. */
    provenEmail: string | null;
    role: Role;
    passwordHash: string | null;
    /** Issuer and subject of a single sign-on, bound at the first log-in with it. */
    oidcSubject: string | null;
    /** Of a link that sets a password, stored only while there is none. */
    setupHash: string | null;
    setupExpiresAt: string | null;
    /** The member whose link it is; null where it is the operator's. */
    setupIssuedBy: string | null;
    createdAt: string;
    updatedAt: string;
    lastSeenAt: string | null;
    disabledAt: string | null;
  };
  memberSessions: {
    id: string;
    memberId: string;
    tokenHash: string;
    /** The token before the last rotation, good until `previousUntil`. */
    previousHash: string | null;
    previousUntil: string | null;
    /** Which browser it is, in words for its owner. */
    browser: string;
    createdAt: string;
    rotatedAt: string;
    lastUsedAt: string;
    expiresAt: string;
  };
  /** By which programs act for an owner, as long as that member is one. */
  ownerTokens: {
    id: string;
    memberId: string;
    label: string;
    scope: TokenScope;
    hash: string;
    hint: string;
    createdAt: string;
    expiresAt: string | null;
    lastUsedAt: string | null;
    revokedAt: string | null;
  };
  /** Open ones: an invitation that is used or taken back is gone. */
  invitations: {
    id: string;
    tokenHash: string;
    role: Role;
    /** Whom it is for; null where whoever has the link may take it. */
    email: string | null;
    invitedBy: string;
    /** The member who invites; null where the operator does. */
    inviterId: string | null;
    createdAt: string;
    expiresAt: string;
  };
  /** What a log-in by single sign-on in one browser is for, where it is more than logging in. */
  signIns: {
    browserHash: string;
    /** Accepts this invitation, or binds the subject to whoever has this session, and ends with it. */
    invitationHash: string | null;
    sessionId: string | null;
    expiresAt: string;
  };
  /** Who did what, without what was sent. */
  acts: {
    id: string;
    at: string;
    actorKind: ActorKind;
    actorId: string;
    actorName: string;
    action: string;
    projectId: string;
    domain: string;
    target: string;
    network: string;
  };
};
