import { z } from "zod";
import type { ForgeKind } from "../contract/changes.ts";
import { readLimited } from "../lib/read-limited.ts";

type Sign = {
  kind: ForgeKind;
  path: string;
  isIt(headers: Headers, body: Record<string, unknown>): boolean;
};

const signs: Sign[] = [
  {
    kind: "gitea",
    path: "/api/v1/version",
    isIt: (_, body) => typeof body.version === "string",
  },
  {
    kind: "gitlab",
    path: "/api/v4/version",
    isIt: (headers, body) => headers.has("x-gitlab-meta") || body.message === "401 Unauthorized",
  },
  {
    kind: "github",
    path: "/api/v3/meta",
    isIt: (headers, body) =>
      headers.has("x-github-request-id") || "verifiable_password_authentication" in body,
  },
];

const timeoutMs = 3_000;
const mostBytes = 65_536;

/** Asks a host which kind of forge it is, without showing it any token. Undefined: none that it would say. */
export async function askForgeKind(root: string): Promise<ForgeKind | undefined> {
  const answers = await Promise.all(signs.map((sign) => fits(root, sign)));
  return signs.find((_, index) => answers[index])?.kind;
}

async function fits(root: string, { path, isIt }: Sign): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const reply = await fetch(`${root}${path}`, { redirect: "manual", signal });
    const text = (await readLimited(reply, mostBytes)) ?? "";
    return isIt(reply.headers, z.record(z.string(), z.unknown()).parse(JSON.parse(text)));
  } catch {
    // No such address, no JSON, no answer: it is something else.
    return false;
  }
}
