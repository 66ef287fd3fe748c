import { scrypt } from "node:crypto";
import { promisify } from "node:util";
import { type SecretOwner, type SecretRow, secretId } from "../../store/access/secrets.ts";

const derive = promisify<string, string, number, Buffer>(scrypt);
const bytes = 12;

/**
 * The same for the same secret in the same place, so that whoever has a secret can tell whether it is the one that is
 * stored. It is slow to compute: nobody finds a secret by trying.
 */
export async function secretFingerprint(
  owner: SecretOwner,
  purpose: SecretRow["purpose"],
  value: object,
): Promise<string> {
  const parts = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  const salt = `docent fingerprint 1 ${secretId(owner, purpose)}`;
  return (await derive(JSON.stringify(parts), salt, bytes)).toString("hex");
}
