import { z } from "zod";
import type { Api } from "../api-request.ts";
import type { HostPull } from "../forge-host.ts";
import { firstOf, numberedPages, unlessMissing } from "../numbered-pages.ts";
import { type GiteaPull, giteaBranch, giteaCombinedStatus, giteaReview } from "./gitea-shapes.ts";

type Branch = z.infer<typeof giteaBranch>;

/** Each costs a few requests: what goes beyond stays unknown until it is looked at alone. */
const mostLookedAt = 10;

/**
 * Adds what the protection of the base still wants. `mergeable: false` says less than it seems to: it also stands for a
 * draft and for a merge that is still being tried, so it is no conflict.
 */
export async function withMergeability(
  api: Api,
  repo: string,
  pulls: [GiteaPull, HostPull][],
): Promise<HostPull[]> {
  const branches = new Map<string, Promise<Branch | undefined>>();
  const branchOf = (name: string) => {
    const known = branches.get(name) ?? readBranch(api, repo, name);
    branches.set(name, known);
    return known;
  };
  let lookedAt = 0;
  const told: HostPull[] = [];
  for (const [raw, pull] of pulls) {
    const open = pull.state === "open" && !pull.draft && raw.mergeable === true;
    if (!open || lookedAt >= mostLookedAt) {
      told.push(pull);
      continue;
    }
    lookedAt += 1;
    const branch = await branchOf(pull.base);
    if (branch === undefined) {
      told.push(pull);
      continue;
    }
    const blockedBy = await reasons(api, repo, { pull, branch });
    told.push({ ...pull, blockedBy, mergeability: blockedBy.length > 0 ? "blocked" : "clean" });
  }
  return told;
}

async function readBranch(api: Api, repo: string, name: string): Promise<Branch | undefined> {
  const path = `${repo}/branches/${encodeURIComponent(name)}`;
  const asked = api.call({ purpose: "read the branch", path, schema: giteaBranch });
  return (await unlessMissing(asked))?.value;
}

async function reasons(
  api: Api,
  repo: string,
  { pull, branch }: { pull: HostPull; branch: Branch },
): Promise<string[]> {
  if (!branch.protected) return [];
  const found: string[] = [];
  if (branch.user_can_merge === false) {
    found.push(`The protection of ${pull.base} does not let Docent's account merge.`);
  }
  const wanted = branch.required_approvals ?? 0;
  const approvals = wanted > 0 ? await countApprovals(api, repo, pull.number) : 0;
  if (approvals < wanted) {
    found.push(
      `The protection of ${pull.base} wants ${wanted} approving ${wanted === 1 ? "review" : "reviews"}; there ${approvals === 1 ? "is" : "are"} ${approvals}.`,
    );
  }
  if (branch.enable_status_check) {
    found.push(...(await openChecks(api, repo, pull, branch.status_check_contexts ?? [])));
  }
  return found;
}

async function countApprovals(api: Api, repo: string, number: number): Promise<number> {
  const reviews = await firstOf(
    numberedPages(api, {
      purpose: "read the reviews",
      path: `${repo}/pulls/${number}/reviews`,
      schema: z.array(giteaReview),
      sizeName: "limit",
    }),
    200,
  );
  const approving = reviews.filter(
    ({ state, official, dismissed }) => state === "APPROVED" && official && !dismissed,
  );
  return new Set(approving.map(({ user }) => user?.login)).size;
}

async function openChecks(
  api: Api,
  repo: string,
  pull: HostPull,
  contexts: string[],
): Promise<string[]> {
  const { value } = await api.call({
    purpose: "read the checks",
    path: `${repo}/commits/${pull.headCommit}/status`,
    schema: giteaCombinedStatus,
  });
  const statuses = value.statuses ?? [];
  const wanted = contexts.length > 0 ? contexts.slice(0, 50) : ["*"];
  return wanted.flatMap((pattern) => {
    const fitting = statuses.filter(({ context }) => fits(context, pattern));
    if (fitting.length > 0 && fitting.every(({ status }) => status === "success")) return [];
    const name = pattern === "*" ? "A check" : `The check ${pattern}`;
    return [`${name} that the protection of ${pull.base} wants has not passed.`];
  });
}

/** Names of checks may hold `*` for any text. Each part is looked for after the one before it, so time is linear. */
function fits(context: string, pattern: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  if (rest.length === 0) return context === pattern;
  if (!context.startsWith(first)) return false;
  let from = first.length;
  const last = rest.pop() ?? "";
  for (const part of rest) {
    const found = context.indexOf(part, from);
    if (found < 0) return false;
    from = found + part.length;
  }
  return context.length - last.length >= from && context.endsWith(last);
}
