import type { CodeRepository } from "../../contract/automations.ts";
import { shownAddress } from "../../git/remote/remote-address.ts";
import { type Actor, permitReading } from "../../lib/actor.ts";
import { findSecret, secretId } from "../../store/access/secrets.ts";
import { listRepositories } from "../../store/automations/code-repositories.ts";
import type { Database } from "../../store/database.ts";
import { codeWebhookUrl } from "./connect-code-repository.ts";

/** The repositories of code that a project's automations may watch, without what opens them. */
export async function listCodeRepositories(
  { db, publicUrl }: { db: Database; publicUrl: string | undefined },
  actor: Actor,
  projectId: string,
): Promise<CodeRepository[]> {
  permitReading(actor, projectId);
  const found: CodeRepository[] = [];
  for (const row of await listRepositories(db, projectId)) {
    const login = await findSecret(db, secretId({ name: row.credential }, "login"));
    found.push({
      ...{ id: row.id, location: shownAddress(row.location), branch: row.branch },
      hasLogin: login !== undefined,
      webhookUrl: publicUrl === undefined ? "" : codeWebhookUrl(publicUrl, row.id),
      ...{ checkedAt: row.checkedAt, deliveredAt: row.deliveredAt },
      ...{ error: row.error, createdAt: row.createdAt },
    });
  }
  return found;
}
