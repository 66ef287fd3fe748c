import { whileAlone } from "../../forge/opening-lock.ts";
import { operator } from "../../lib/actor.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Log } from "../../lib/log.ts";
import { deleteSecret, findSecret, secretId } from "../../store/access/secrets.ts";
import { listAllSources, type StoredSource } from "../../store/docs/sources.ts";
import { type ConnectDeps, connectWebhook } from "./connect-webhook.ts";

type Deps = ConnectDeps & { log: Log };

/**
 * Has forges send webhooks for sources that none was ever agreed on for, where Docent's account may: those that the
 * settings name, and those added before anybody said where this server is reached. Others are left as they are, for a
 * person to connect.
 */
export async function connectNewSources(deps: Deps): Promise<void> {
  if (deps.publicUrl === undefined) return;
  for (const source of await listAllSources(deps.db)) {
    if (source.kind !== "git") continue;
    await connectNew(deps, source).catch((err) => {
      if (!(err instanceof AppError)) throw err;
      deps.log.info({ err, sourceId: source.id }, "no webhook could be set up for a source");
    });
  }
}

async function connectNew(deps: Deps, source: StoredSource): Promise<void> {
  const { db, clock, log } = deps;
  const { id: sourceId, projectId } = source;
  const stored = secretId({ sourceId }, "webhook");
  if (await findSecret(db, stored)) return;
  const host = await deps.hostOf(source);
  if (!host || !(await host.inspect()).canAdminister) return;
  // No branch is called so. One node of several that start together does it.
  await whileAlone({ db, clock, projectId, head: `webhook of ${sourceId}` }, async () => {
    if (await findSecret(db, stored)) return;
    const { isRegistered, reason } = await connectWebhook(deps, operator, sourceId);
    if (isRegistered) return log.info({ sourceId }, "the forge of a source sends webhooks now");
    // Nobody has seen the secret, so nobody can use it.
    await deleteSecret(db, stored);
    log.info({ sourceId, reason }, "no webhook could be set up for a source");
  });
}
