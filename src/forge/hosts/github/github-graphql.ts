import { z } from "zod";
import { AppError } from "../../../lib/app-error.ts";
import type { Api } from "../api-request.ts";
import { forgeWords } from "../forge-words.ts";
import { githubGrant } from "./github-headers.ts";

type Question<Value> = {
  /** For the sentence of a refusal. */
  purpose: string;
  query: string;
  variables: Record<string, unknown>;
  schema: z.ZodType<Value>;
};

/** Asks GitHub's other API, which has what the first one lacks: drafts, and why a merge is held back. */
export async function githubGraphql<Value>(
  api: Api,
  apiUrl: string,
  { purpose, query, variables, schema }: Question<Value>,
): Promise<Value> {
  const { value, headers } = await api.call({
    purpose,
    method: "POST",
    path: graphqlUrl(apiUrl),
    body: { query, variables },
    schema: z.object({ data: z.unknown().optional(), errors: z.array(fault).optional() }),
  });
  const [first] = value.errors ?? [];
  if (first !== undefined) throw graphqlError(purpose, first, headers);
  const parsed = schema.safeParse(value.data);
  if (parsed.success) return parsed.data;
  throw new AppError("unavailable", "GitHub sent a reply that Docent does not understand.");
}

/** Beside the first API: at `/graphql` on github.com, at `/api/graphql` on Enterprise. */
export function graphqlUrl(apiUrl: string): string {
  return apiUrl.endsWith("/api/v3")
    ? `${apiUrl.slice(0, -"/v3".length)}/graphql`
    : `${apiUrl}/graphql`;
}

const fault = z.object({ message: z.string(), type: z.string().optional() });

function graphqlError(purpose: string, told: z.infer<typeof fault>, headers: Headers): AppError {
  const words = forgeWords(JSON.stringify({ message: told.message }), []);
  if (told.type === "RATE_LIMITED") {
    const sentence =
      "GitHub takes no more requests for now. Nothing is lost; Docent goes on by itself.";
    return new AppError("rate_limited", sentence, { retryAfterSeconds: 60 });
  }
  if (told.type === "FORBIDDEN" || told.type === "INSUFFICIENT_SCOPES") {
    const sentence = `GitHub does not let Docent's account ${purpose}. GitHub says: “${words}”`;
    return new AppError("forbidden", `${sentence} ${githubGrant(headers)}`.trim());
  }
  const code = told.type === "NOT_FOUND" ? "not_found" : "conflict";
  return new AppError(code, `GitHub refused to ${purpose}. GitHub says: “${words}”`);
}
