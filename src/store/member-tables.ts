import type { ActorKind } from "../contract/acts.ts";
import type { Role } from "../contract/members.ts";

/** Rows about people: who they are, how they come in, and what they did. */
export type MemberTables = {
  /** People who use the dashboard. */
  members: {
    id: string;
    name: string;
    /** In small letters; null only for somebody who was alone here so far. */
    email: string | null;
    role: Role;
    passwordHash: string | null;
    /** Issuer and subject of a single sign-on, bound at the first log-in with it. */
    oidcSubject: string | null;
    /** Of a link that sets a password, stored only while there is none. */
    setupHash: string | null;
    setupExpiresAt: string | null;
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
  /** Open ones: an invitation that is used or taken back is gone. */
  invitations: {
    id: string;
    tokenHash: string;
    role: Role;
    /** Whom it is for; null where whoever has the link may take it. */
    email: string | null;
    invitedBy: string;
    createdAt: string;
    expiresAt: string;
  };
  /** Log-ins by single sign-on under way, each in one browser. */
  signIns: {
    browserHash: string;
    stateHash: string;
    nonce: string;
    verifier: string;
    nextPath: string;
    /** Accepts this invitation, or binds the subject to this member; otherwise it logs in. */
    invitationHash: string | null;
    memberId: string | null;
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
