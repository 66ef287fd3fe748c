import type { Database } from "../../store/database.ts";
import { pageAddresses } from "../../store/docs/pages.ts";
import type { Project } from "../../store/docs/projects.ts";
import { createLinkPolicy, type LinkPolicy } from "./link-policy.ts";

type Deps = { db: Database; publicUrl: string; allowedHosts: string[] };

const kept = 20;

/** The policy of each revision, made once: a revision's pages never change. */
export function createLinkPolicies(deps: Deps) {
  const policies = new Map<string, Promise<LinkPolicy>>();
  return (project: Project, revisionId: string): Promise<LinkPolicy> => {
    const key = `${revisionId} ${project.baseUrl}`;
    const known = policies.get(key);
    policies.delete(key);
    const policy = known ?? openPolicy(deps, project, revisionId);
    policies.set(key, policy);
    policy.catch(() => policies.delete(key));
    const [oldest] = policies.keys();
    if (policies.size > kept && oldest !== undefined) policies.delete(oldest);
    return policy;
  };
}

async function openPolicy(
  { db, publicUrl, allowedHosts }: Deps,
  project: Project,
  revisionId: string,
): Promise<LinkPolicy> {
  const pages = await pageAddresses(db, revisionId);
  return createLinkPolicy({ publicUrl, project, pages, allowedHosts });
}
