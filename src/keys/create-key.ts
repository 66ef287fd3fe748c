import { createHash, randomBytes } from "node:crypto";
import { type KeyKind, keyPrefixes } from "../contract/keys.ts";
import { type Actor, permit } from "../lib/actor.ts";
import { AppError } from "../lib/app-error.ts";
import type { Clock } from "../lib/clock.ts";
import { newId } from "../lib/ids.ts";
import { findKey, insertKey, type NewKey } from "../store/access/keys.ts";
import type { Database } from "../store/database.ts";
import { lockProject } from "../store/docs/projects.ts";
import { isProgram, requireFreeLabel } from "./free-label.ts";
import { permitKind } from "./permit-kind.ts";

type Deps = { db: Database; clock: Clock };

export type CreateKeyInput = {
  projectId: string;
  kind: KeyKind;
  label: string;
  expiresAt: Date | null;
  /** Sites that may use the key from a browser; none means any. */
  origins: string[];
  /** Whether an assistant key may also name branches and commits; left out for no. */
  branches?: boolean;
  /** Whether no other active key of the project may have the label; a program's never may. Left out for no. */
  isNamed?: boolean;
};

/** The key is returned once and never again: only its hash is stored. */
export async function createKey(
  deps: Deps,
  actor: Actor,
  input: CreateKeyInput,
): Promise<{ id: string; key: string }> {
  permit(actor, "admin", input.projectId);
  permitKind(actor, input);
  requireFittingKind(input);
  const key = `${keyPrefixes[input.kind]}${randomBytes(32).toString("hex")}`;
  const now = deps.clock.now();
  if (input.expiresAt !== null && input.expiresAt <= now) {
    throw new AppError(
      "invalid_request",
      "The key would expire before it is made. Choose a time in the future.",
    );
  }
  const id = newId("key");
  const row: NewKey = {
    id,
    projectId: input.projectId,
    kind: input.kind,
    label: input.label,
    hash: hashKey(key),
    hint: key.slice(-4),
    providedBy: "generated",
    origins: input.origins.map(normalOrigin),
    branches: input.branches ?? false,
    tokenId: await tokenBehind(deps.db, actor),
    createdAt: now.toISOString(),
    expiresAt: input.expiresAt?.toISOString() ?? null,
  };
  const isNamed = input.isNamed === true || isProgram(actor);
  await (isNamed ? insertNamed(deps, row) : insertKey(deps.db, row));
  return { id, key };
}

/** A key that a token's key makes goes back to the token, too. */
async function tokenBehind(db: Database, actor: Actor): Promise<string> {
  if (actor.kind === "member") return actor.token?.id ?? "";
  return actor.kind === "admin" ? ((await findKey(db, actor.keyId))?.tokenId ?? "") : "";
}

/** A program that sends a request again must not make a second key: its keys have names of their own. */
async function insertNamed({ db, clock }: Deps, key: NewKey): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockProject(trx, key.projectId);
    await requireFreeLabel({ db: trx, clock }, key);
    await insertKey(trx, key);
  });
}

/** An admin key does not ask. */
function requireFittingKind({ kind, branches }: CreateKeyInput): void {
  if (kind === "assistant" || branches !== true) return;
  const message = "Branch access is for assistant keys: make one of those beside it.";
  throw new AppError("invalid_request", message, { details: [{ path: "branches", message }] });
}

/** `https://docs.example.com`, as a browser sends it: scheme, host and port, nothing else. */
export function normalOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const plain =
    url?.pathname === "/" && `${url.search}${url.hash}${url.username}${url.password}` === "";
  if (url && plain && /^https?:$/.test(url.protocol) && !url.host.includes("*")) return url.origin;
  throw new AppError(
    "invalid_request",
    `"${text}" is not an origin. Write scheme and host alone, without wildcards, for example https://docs.example.com.`,
  );
}

/** Keys hold 256 random bits, so a plain digest cannot be searched backwards; nothing slower is needed. */
export function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}
