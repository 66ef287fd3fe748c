import type { KeyActor } from "../../keys/verify-key.ts";
import { AppError } from "../../lib/app-error.ts";
import { openLink, requireLink } from "../../projects/reader/open-link.ts";
import {
  type PassClaims,
  type PassDeps,
  passRefused,
  readPass,
} from "../../projects/reader/reader-pass.ts";
import { mayAsk } from "../../projects/reader/reader-rights.ts";
import { findMemberOf } from "../../store/access/member-sessions.ts";
import { findProject, type Project } from "../../store/docs/projects.ts";
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
  { pass, takes, project: name }: GivenPass,
): Promise<KeyActor> {
  const said = await readPass(deps, pass);
  const project = await requireNamed(deps, said.project, name);
  const nobody: KeyActor = {
    ...{ kind: "assistant", keyId: readerId(project.id), projectId: project.id },
  };
  const caller = await holderOf(deps, { said, project, nobody });
  const isAllowed = takes === "read" || said.session !== undefined || mayAsk(project, caller);
  if (takes !== undefined && isAllowed) return caller;
  throw new AppError("forbidden", "A pass of the reader is not taken here. Send an API key.");
}

type Held = { said: PassClaims; project: Project; nobody: KeyActor };

/** A pass ends with what it was given for: the link, the session, or that anybody may read the project. */
async function holderOf(deps: PassDeps, { said, project, nobody }: Held): Promise<KeyActor> {
  if (said.link !== undefined) {
    const { id, path } = await requireLink(deps, said.link);
    return { ...nobody, link: { id, page: path } };
  }
  if (said.session !== undefined) {
    const member = await findMemberOf(deps.db, said.session);
    if (member?.disabledAt === null) return nobody;
  } else if (project.visibility === "public") return nobody;
  throw passRefused();
}

async function requireNamed(
  { db }: PassDeps,
  projectId: string,
  name: string | undefined,
): Promise<Project> {
  const project = await findProject(db, projectId);
  if (project && (name === project.id || name === project.domain)) return project;
  throw new AppError("forbidden", "This is for another project.");
}
