import { createKey } from "../../keys/create-key.ts";
import { listKeys } from "../../keys/list-keys.ts";
import { provideKey } from "../../keys/provide-key.ts";
import { operator } from "../../lib/actor.ts";
import type { Database } from "../../store/database.ts";
import type { Project } from "../../store/docs/projects.ts";
import type { Services } from "../services.ts";

/** Keys that were made just now, to be shown this once; undefined for a kind that had one. */
export type NewKeys = { admin: string | undefined; assistant: string | undefined };

/** Takes the operator's own keys, and makes one of each kind when the project never had any. */
export async function ensureKeys(
  services: Services,
  db: Database,
  project: Project,
): Promise<NewKeys> {
  const { config, clock } = services;
  const deps = { db, clock };
  const projectId = project.id;
  for (const [kind, key, variable] of [
    ["admin", config.adminKey, "DOCENT_ADMIN_KEY"],
    ["assistant", config.assistantKey, "DOCENT_ASSISTANT_KEY"],
  ] as const)
    await provideKey(deps, { projectId, kind, key, variable });
  const had = new Set((await listKeys(deps, operator, projectId)).map((key) => key.kind));
  const make = async (kind: "admin" | "assistant") => {
    if (had.has(kind)) return undefined;
    const input = { projectId, kind, label: "made at first start", expiresAt: null, origins: [] };
    return (await createKey(deps, operator, input)).key;
  };
  return { admin: await make("admin"), assistant: await make("assistant") };
}
