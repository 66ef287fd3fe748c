import { domainOf } from "../../contract/domains.ts";
import { kindOfPrefix } from "../../contract/keys.ts";
import { refParameter } from "../../contract/refs.ts";
import { verifyKey } from "../../keys/verify-key.ts";
import { AppError } from "../../lib/app-error.ts";
import type { Clock } from "../../lib/clock.ts";
import { verifyToken } from "../../members/tokens/verify-token.ts";
import { verifySession } from "../../members/verify-session.ts";
import { passPrefix } from "../../projects/reader/reader-pass.ts";
import type { Database } from "../../store/database.ts";
import { findProject, findProjectByDomain, type Project } from "../../store/docs/projects.ts";
import type { Access, Caller, MemberCaller } from "../route.ts";
import type { Client } from "./client.ts";
import { dashboardHeader, isPageVisit, requireDashboardRequest } from "./dashboard-request.ts";
import { linkCaller, linkIn, passCaller } from "./reader-caller.ts";
import { sessionCookie } from "./session-cookie.ts";

type Deps = {
  db: Database;
  clock: Clock;
  /** Absent: there is no dashboard, and cookies mean nothing. */
  dashboard?: { publicUrl: string } | undefined;
};

export type Arrived = {
  request: Request;
  url: URL;
  access: Access;
  params: Record<string, string>;
  client: Client;
  /** What passes of the reader the route takes; undefined for none. */
  takesPass?: "read" | "ask" | undefined;
  /** Whether the route takes an owner's token. */
  takesToken?: boolean | undefined;
  /** Called when the reply, whatever it will be, has to carry this Set-Cookie text. */
  setCookie(text: string): void;
};

/** The one place that answers "who": a key's caller, a member, nobody where that is allowed, or an error. */
export async function authenticate(deps: Deps, arrived: Arrived): Promise<Caller | undefined> {
  const { request, access } = arrived;
  if (access === "public") return undefined;
  if (access === "dashboard") return visitor(deps, arrived);
  if (access === "reader" && (await isOpen(deps, arrived))) return undefined;
  const authorization = request.headers.get("authorization");
  const pass = bearer(authorization);
  if (pass?.startsWith(passPrefix))
    return passCaller(deps, { pass, takes: arrived.takesPass, project: projectName(arrived) });
  if (pass !== undefined && kindOfPrefix(pass) === "owner") return tokenCaller(deps, arrived, pass);
  const link = linkIn(arrived);
  const token = /^bearer\b/i.test(authorization ?? "") ? undefined : tokenOf(deps, arrived);
  if (token !== undefined) {
    const caller = await memberOf(deps, arrived, token).catch((error) => {
      const isOver = error instanceof AppError && error.code === "unauthenticated";
      if (link === undefined || !isOver) throw error;
      return undefined;
    });
    if (caller) return { ...caller, projectId: await namedProject(deps.db, projectName(arrived)) };
  }
  if (link !== undefined && authorization === null)
    return linkCaller(deps, { token: link, project: projectName(arrived) });
  if (access === "member") throw needsSession(authorization);
  return verifyKey(deps, {
    key: bearer(authorization),
    kind: access === "reader" ? "assistant" : access,
    project: projectName(arrived),
    origin: request.headers.get("origin") ?? undefined,
  });
}

/** A program that acts for an owner. It sets projects up; it neither asks nor starts jobs, which takes keys of a project. */
async function tokenCaller(deps: Deps, arrived: Arrived, token: string): Promise<MemberCaller> {
  const actor = await verifyToken(deps, token);
  if (arrived.takesToken !== true)
    throw new AppError(
      "forbidden",
      "An owner's token is not taken here: it sets projects up. Asking takes an assistant key (svc_dsc_), jobs an admin key (svc_) of the project, and people and tokens a session in the dashboard.",
    );
  const projectId = await namedProject(deps.db, projectName(arrived));
  return { ...actor, sessionId: actor.token.id, projectId };
}

/** Nobody in particular may read a public project. Whoever brings a key or a session is held to it. */
async function isOpen({ db }: Deps, arrived: Arrived): Promise<boolean> {
  const { headers } = arrived.request;
  // What is not merged is for nobody in particular: somebody has to be there.
  if (arrived.url.searchParams.has(refParameter)) return false;
  if (headers.has("authorization") || headers.has(dashboardHeader)) return false;
  const project = await findNamed(db, projectName(arrived) ?? "");
  return project?.visibility === "public";
}

/** Somebody at the dashboard's pages, logged in or not. */
async function visitor(deps: Deps, arrived: Arrived): Promise<MemberCaller | undefined> {
  requireOwnPage(deps, arrived);
  const token = tokenOf(deps, arrived);
  if (token === undefined) return undefined;
  return memberOf(deps, arrived, token).catch((error) => {
    if (error instanceof AppError && error.code === "unauthenticated") return undefined;
    throw error;
  });
}

async function memberOf(deps: Deps, arrived: Arrived, token: string): Promise<MemberCaller> {
  const isReading = arrived.access === "reader" && isPageVisit(arrived.request);
  if (!isReading) requireOwnPage(deps, arrived);
  const { sessionId, member, renewed } = await verifySession(deps, token);
  const cookie = sessionCookie(arrived.client.secure);
  if (renewed) arrived.setCookie(cookie.write(renewed, deps.clock.now()));
  return { kind: "member", ...member, sessionId, projectId: "" };
}

function needsSession(authorization: string | null): AppError {
  return authorization === null
    ? new AppError("unauthenticated", "You are not logged in. Please log in to the dashboard.")
    : new AppError("forbidden", "Only a member in the dashboard may do that, no key.");
}

function requireOwnPage({ dashboard }: Deps, { request, url, client }: Arrived): void {
  const publicUrl = dashboard?.publicUrl ?? url.origin;
  requireDashboardRequest(request, { url, publicUrl, secure: client.secure });
}

function tokenOf({ dashboard }: Deps, { request, client }: Arrived): string | undefined {
  if (!dashboard) return undefined;
  return sessionCookie(client.secure).read(request.headers.get("cookie"));
}

/** The project the address names, by id or domain; undefined when it names none. */
function projectName({ params }: Arrived): string | undefined {
  if (params.projectId !== undefined) return params.projectId;
  return params.domain === undefined ? undefined : domainOf(params.domain);
}

async function namedProject(db: Database, name: string | undefined): Promise<string> {
  if (name === undefined) return "";
  const project = await findNamed(db, name);
  if (project) return project.id;
  throw new AppError("not_found", "There is no such project here.");
}

async function findNamed(db: Database, name: string): Promise<Project | undefined> {
  // PostgreSQL refuses a NUL even in a question.
  if (name === "" || name.includes("\0")) return undefined;
  return (await findProject(db, name)) ?? (await findProjectByDomain(db, name));
}

function bearer(header: string | null): string | undefined {
  return /^Bearer +(\S+) *$/i.exec(header ?? "")?.[1];
}
