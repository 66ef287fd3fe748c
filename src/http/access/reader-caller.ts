import type { KeyActor } from "../../keys/verify-key.ts";
import { AppError } from "../../lib/app-error.ts";
import { openLink, requireLink } from "../../projects/reader/open-link.ts";
import { type PassDeps, readPass } from "../../projects/reader/reader-pass.ts";
import { findProject } from "../../store/docs/projects.ts";
import { linkParameter } from "../reader/link-parameter.ts";
import type { Client } from "./client.ts";
import { linkCookie } from "./session-cookie.ts";

type Arrived = { request: Request; url: URL; access: string; client: Client };

/** The token of a shared link, in the address or in the cookie it was exchanged for. It reads pages, and nothing else. */
export function linkIn({ request, url, access, client }: Arrived): string | undefined {
  const isReading = request.method === "GET" || request.method === "HEAD";
  if (access !== "reader" || !isReading || !url.pathname.startsWith("/docs/")) return undefined;
  return (
    url.searchParams.get(linkParameter) ??
    linkCookie(client.secure).read(request.headers.get("cookie"))
  );
}

/** Readers of one project are counted together, as those of a public key are. */
function readerId(projectId: string): string {
  return projectId.replace(/^prj_/, "rdr_");
}

/** Whoever came by a link, for the project that the address names. */
export async function linkCaller(
  deps: PassDeps,
  { token, project }: { token: string; project: string | undefined },
): Promise<KeyActor> {
  const { id, projectId, path } = await openLink(deps, token);
  await requireNamed(deps, projectId, project);
  return { kind: "assistant", keyId: readerId(projectId), projectId, link: { id, page: path } };
}

type GivenPass = { pass: string; takes: "read" | "ask" | undefined; project: string | undefined };

/** Whoever has a pass of the reader. It is good for what the reader does, and for nothing else. */
export async function passCaller(
  deps: PassDeps,
  { pass, takes, project }: GivenPass,
): Promise<KeyActor> {
  const said = await readPass(deps, pass);
  await requireNamed(deps, said.project, project);
  if (takes === undefined || (takes === "ask" && !said.mayAsk))
    throw new AppError("forbidden", "A pass of the reader is not taken here. Send an API key.");
  const caller: KeyActor = {
    ...{ kind: "assistant", keyId: readerId(said.project), projectId: said.project },
  };
  if (said.link === undefined) return caller;
  const { id, path } = await requireLink(deps, said.link);
  return { ...caller, link: { id, page: path } };
}

async function requireNamed({ db }: PassDeps, projectId: string, name: string | undefined) {
  const project = await findProject(db, projectId);
  if (project && (name === project.id || name === project.domain)) return;
  throw new AppError("forbidden", "This is for another project.");
}
