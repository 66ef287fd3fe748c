import { z } from "zod";
import { appLogin, tokenLogin } from "../../contract/secrets.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import type { KeyRing, SecretKey } from "../../lib/key-ring.ts";
import { openValue, sealValue } from "../../lib/sealed-value.ts";
import {
  findSecret,
  listSecrets,
  putSecret,
  type SecretOwner,
  type SecretRow,
  secretId,
} from "../../store/access/secrets.ts";
import { type Database, locationOf } from "../../store/database.ts";
import { secretFingerprint } from "./secret-fingerprint.ts";

export type SecretDeps = { db: Database; clock: Clock; ring: KeyRing };

const webhookSecret = z.object({
  kind: z.literal("webhook"),
  secret: z.string(),
  /** The one before: what it signed is taken until then. */
  previous: z.object({ secret: z.string(), until: z.string() }).optional(),
});

const modelKey = z.object({ kind: z.literal("model"), key: z.string() });

const secretValue = z.discriminatedUnion("kind", [tokenLogin, appLogin, webhookSecret, modelKey]);
export type SecretValue = z.infer<typeof secretValue>;

type NewSecret = { owner: SecretOwner; value: SecretValue; setBy: string };

/** Seals a secret and stores it in the place of the one before. It counts from the next use on, on every node. */
export async function storeSecret(deps: SecretDeps, secret: NewSecret): Promise<SecretRow> {
  const row = await sealSecret(deps, secret);
  await putSecret(deps.db, row);
  return row;
}

/** The row that a secret is stored as. */
export async function sealSecret(deps: SecretDeps, secret: NewSecret): Promise<SecretRow> {
  const { owner, value, setBy } = secret;
  const purpose = purposeOf(value);
  const id = secretId(owner, purpose);
  const key = await sealingKey(deps);
  const now = deps.clock.now().toISOString();
  return {
    id,
    sourceId: "sourceId" in owner ? owner.sourceId : null,
    name: "name" in owner ? owner.name : "",
    purpose,
    kind: value.kind,
    ...sealed(id, key, JSON.stringify(value)),
    hint: hintOf(value),
    fingerprint: value.kind === "webhook" ? "" : await secretFingerprint(owner, purpose, value),
    setBy,
    createdAt: now,
    updatedAt: now,
  };
}

function purposeOf({ kind }: SecretValue): SecretRow["purpose"] {
  return kind === "webhook" || kind === "model" ? kind : "login";
}

/** Undefined where none is stored. Throws `forbidden` for one that no key of this server opens. */
export async function readSecret(
  deps: Pick<SecretDeps, "db" | "ring">,
  owner: SecretOwner,
  purpose: SecretRow["purpose"],
): Promise<SecretValue | undefined> {
  const row = await findSecret(deps.db, secretId(owner, purpose));
  if (!row) return undefined;
  return secretValue.parse(JSON.parse(openRow(row, await deps.ring.keys())));
}

export function openRow(row: SecretRow, keys: SecretKey[]): string {
  const key = keys.find(({ id }) => id === row.keyId);
  const text = key && openValue(key.bytes, identity(row.id, row.keyId), row.sealed);
  if (text !== undefined) return text;
  const place = row.sourceId === null ? `under the name ${row.name || '""'}` : `of ${row.sourceId}`;
  const reason = key
    ? "is damaged: set it again"
    : `was sealed with the key ${row.keyId}, which this server does not have: give DOCENT_SECRET_KEY that key, the same on every server of one store, or set the secret again`;
  throw new AppError("forbidden", `The stored ${row.kind} ${place} ${reason}.`);
}

export function sealed(id: string, key: SecretKey, text: string) {
  return { sealed: sealValue(key.bytes, identity(id, key.id), text), keyId: key.id };
}

/** What the row is, and nothing that changes: a value moved to another row, or given another key's name, does not open. */
function identity(id: string, keyId: string): string {
  return `docent secret 1\0${id}\0${keyId}`;
}

/** Several servers may share a PostgreSQL: a key of this machine alone beside secrets it cannot open is no key for all. */
async function sealingKey({ db, ring }: SecretDeps): Promise<SecretKey> {
  const [first] = await ring.keys();
  if (first) return first;
  const isShared = locationOf(db).kind === "postgres";
  if (isShared && (await listSecrets(db)).length > 0) {
    throw new AppError(
      "conflict",
      "This store holds secrets of another server, and this one has no key for them: set DOCENT_SECRET_KEY, the same on every server, and start them again.",
    );
  }
  return ring.make();
}

const shortestHinted = 21;
const hintCharacters = 4;

function hintOf(value: SecretValue): string {
  const text = value.kind === "token" ? value.token : value.kind === "model" ? value.key : "";
  return text.length >= shortestHinted ? text.slice(-hintCharacters) : "";
}
