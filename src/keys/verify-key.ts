import { timingSafeEqual } from "node:crypto";
import { type KeyKind, kindOfPrefix } from "../contract/keys.ts";
import type { Actor } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { findKeyByHash, markKeySite, markKeyUsed, type StoredKey } from "../store/access/keys.ts";
import type { Database } from "../store/database.ts";
import { hashKey } from "./create-key.ts";

type Deps = { db: Database; clock: Clock };

export type Credentials = {
  key: string | undefined;
  /** The kind of key the operation takes. */
  kind: KeyKind;
  /** The project the address names, by id or domain; undefined where the key alone names it. */
  project: string | undefined;
  /** The browser's Origin header. */
  origin: string | undefined;
};

const lastUseStepMs = 60_000;
const longestKey = 500;

export type KeyActor = Extract<Actor, { keyId: string }>;

/** Who is calling. The stored key decides its kind and project; the prefix alone proves nothing. */
export async function verifyKey(deps: Deps, credentials: Credentials): Promise<KeyActor> {
  const stored = await findStored(deps, credentials.key);
  requireKind(stored, credentials.kind);
  const { project = stored.projectId } = credentials;
  if (project !== stored.projectId && project !== stored.domain) {
    throw new AppError("forbidden", "This key belongs to another project.");
  }
  requireOrigin(stored, credentials.origin);
  await recordUse(deps, stored);
  await recordSite(deps, stored, credentials.origin);
  const { kind, id: keyId, projectId, branches } = stored;
  return { kind, keyId, projectId, ...(kind === "assistant" && branches && { branches }) };
}

async function findStored(deps: Deps, key: string | undefined): Promise<StoredKey> {
  if (!key) {
    throw new AppError(
      "unauthenticated",
      "An API key is needed: send the header Authorization: Bearer <key>.",
    );
  }
  const unknown = new AppError(
    "unauthenticated",
    "This API key is not known here, has expired or was revoked.",
  );
  if (key.length > longestKey || kindOfPrefix(key) === undefined) throw unknown;
  const hash = hashKey(key);
  const stored = await findKeyByHash(deps.db, hash);
  if (!stored || !timingSafeEqual(Buffer.from(stored.hash), Buffer.from(hash))) throw unknown;
  const now = deps.clock.now().toISOString();
  if (stored.revokedAt !== null || (stored.expiresAt !== null && stored.expiresAt <= now))
    throw unknown;
  return stored;
}

function requireKind(stored: StoredKey, kind: KeyKind): void {
  if (stored.kind === kind) return;
  const sentences: Record<KeyKind, string> = {
    assistant:
      "This is an admin key. Questions take an assistant key (it begins with svc_dsc_), which is safe in a browser.",
    admin:
      "This is an assistant key. This operation takes an admin key, which begins with svc_ and stays on your server.",
  };
  throw new AppError("forbidden", sentences[kind]);
}

function requireOrigin(stored: StoredKey, origin: string | undefined): void {
  if (stored.origins.length === 0) return;
  if (origin !== undefined && stored.origins.includes(origin)) return;
  throw new AppError("forbidden", "This key may only be used from the sites it was made for.", {
    details: [{ path: "origin", message: "It is not among the origins of this key." }],
  });
}

/** Exact to the minute: a busy key does not write on every request. */
async function recordUse(deps: Deps, stored: StoredKey): Promise<void> {
  const now = deps.clock.now();
  const last = stored.lastUsedAt === null ? 0 : Date.parse(stored.lastUsedAt);
  if (now.getTime() - last >= lastUseStepMs)
    await markKeyUsed(deps.db, stored.id, now.toISOString());
}

const longestSite = 300;

/** Once for each key: that a page of a site uses it, which only a browser says. */
async function recordSite(deps: Deps, stored: StoredKey, origin = ""): Promise<void> {
  if (stored.kind !== "assistant" || stored.usedOn !== "" || origin.length > longestSite) return;
  if (URL.canParse(origin) && new URL(origin).origin === origin)
    await markKeySite(deps.db, stored.id, origin);
}
