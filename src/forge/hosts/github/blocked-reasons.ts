import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import type { HostPull, HostRepository } from "../forge-host.ts";
import { githubGraphql } from "./github-graphql.ts";

/** Why the rules of the branch hold a pull request back: the first API says no more than that they do. */
export async function blockedReasons(
  api: Api,
  repository: HostRepository,
  { number, base }: Pick<HostPull, "number" | "base">,
): Promise<string[]> {
  const [owner, name] = repository.path.split("/");
  const told = await githubGraphql(api, repository.apiUrl, {
    purpose: "read what holds the pull request back",
    query,
    variables: { owner, name, number },
    schema: reply,
  }).catch(notTold);
  const pull = told?.repository?.pullRequest;
  const reasons = [reviewReason(pull?.reviewDecision ?? ""), checksReason(requiredOf(pull))];
  const known = reasons.filter((reason) => reason !== "");
  return known.length > 0 ? known : [`The rules of the branch "${base}" do not allow it yet.`];
}

/** A token that may not ask this, or a server that does not know it, leaves the reason open. */
function notTold(error: unknown): undefined {
  if (error instanceof AppError && error.code !== "rate_limited") return undefined;
  throw error;
}

const query = `query($owner: String!, $name: String!, $number: Int!) {
  repository(owner: $owner, name: $name) { pullRequest(number: $number) {
    reviewDecision
    commits(last: 1) { nodes { commit { statusCheckRollup { contexts(first: 100) { nodes {
      __typename
      ... on CheckRun { name conclusion isRequired(pullRequestNumber: $number) }
      ... on StatusContext { context state isRequired(pullRequestNumber: $number) }
    } } } } } }
  } }
}`;

const context = z.object({
  name: z.string().optional(),
  context: z.string().optional(),
  conclusion: z.string().nullable().optional(),
  state: z.string().optional(),
  isRequired: z.boolean(),
});
const commit = z.object({
  statusCheckRollup: z.object({ contexts: z.object({ nodes: z.array(context) }) }).nullable(),
});
const pullRequest = z.object({
  reviewDecision: z.string().nullable(),
  commits: z.object({ nodes: z.array(z.object({ commit })) }),
});
const reply = z.object({
  repository: z.object({ pullRequest: pullRequest.nullable() }).nullable(),
});

function reviewReason(decision: string): string {
  if (decision === "REVIEW_REQUIRED") return "An approving review is missing.";
  return decision === "CHANGES_REQUESTED" ? "A reviewer asked for changes." : "";
}

const fine = new Set(["SUCCESS", "NEUTRAL", "SKIPPED"]);

function requiredOf(pull: z.infer<typeof pullRequest> | null | undefined): string[] {
  const nodes = pull?.commits.nodes[0]?.commit.statusCheckRollup?.contexts.nodes ?? [];
  const open = nodes.filter(
    (node) => node.isRequired && !fine.has(node.conclusion ?? node.state ?? ""),
  );
  return open.map((node) => (node.name ?? node.context ?? "").slice(0, 100));
}

function checksReason(names: string[]): string {
  if (names.length === 0) return "";
  return `These checks must pass first: ${names.slice(0, 10).join(", ")}.`;
}
