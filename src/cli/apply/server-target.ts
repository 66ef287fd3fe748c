import { createdKey, keyList, projectList } from "../../contract/dashboard.ts";
import { projectResource } from "../../contract/owner/project-resource.ts";
import { sourceAdded } from "../../contract/project-settings.ts";
import { secretList } from "../../contract/secrets.ts";
import { serverSettings } from "../../contract/server-settings.ts";
import { sourceList, syncResult } from "../../contract/sources.ts";
import { parseRemoteAddress } from "../../git/remote/remote-address.ts";
import { AppError } from "../../lib/app-error.ts";
import type { ApplyStep, ApplyTarget, Login, ProjectState } from "./apply-step.ts";
import { createServerRequest, type ServerRequest } from "./server-request.ts";

/** A server, by its API and an owner's token. */
export function serverTarget(server: string, token: string): ApplyTarget {
  const request = createServerRequest(server, token);
  return {
    where: new URL(server).host,
    async read(domains) {
      const path = "projects?limit=1";
      if ((await request({ method: "GET", path }, projectList)) === undefined)
        throw new AppError("unavailable", `There is no API of a Docent at ${server}.`);
      const wanted = domains === "all" ? await everyDomain(request) : domains;
      const found: ProjectState[] = [];
      for (const domain of wanted) {
        const state = await stateOf(request, domain);
        if (state) found.push(state);
      }
      return found;
    },
    async readSettings() {
      const found = await request({ method: "GET", path: "settings" }, serverSettings);
      if (found) return found;
      throw new AppError("unavailable", "The server has no settings to change.");
    },
    locationOf: async (text) => parseRemoteAddress(text)?.url ?? text,
    async carryOut(step) {
      if (step.kind === "project") return projectStep(request, step);
      if (step.kind === "key") return keyStep(request, step);
      if (step.kind === "settings") {
        const { version, values } = step;
        await request({ method: "POST", path: "settings", body: { version, values } });
        return {};
      }
      if (step.kind !== "docs") return sourceStep(request, step);
      await request({ method: "POST", path: `${at(step.domain)}/sync` }, syncResult);
      return {};
    },
  };
}

function at(domain: string): string {
  return `projects/${encodeURIComponent(domain)}`;
}

async function everyDomain(request: ServerRequest): Promise<string[]> {
  const domains: string[] = [];
  let cursor = "";
  do {
    const path = `projects?limit=100&cursor=${encodeURIComponent(cursor)}`;
    const part = await request({ method: "GET", path }, projectList);
    domains.push(...(part?.projects ?? []).map(({ domain }) => domain));
    cursor = part?.nextCursor ?? "";
  } while (cursor !== "");
  return domains;
}

async function stateOf(request: ServerRequest, domain: string): Promise<ProjectState | undefined> {
  const project = await request({ method: "GET", path: at(domain) }, projectResource);
  if (project === undefined) return undefined;
  const list = await request({ method: "GET", path: `${at(domain)}/sources` }, sourceList);
  const stored = await request({ method: "GET", path: `${at(domain)}/secrets` }, secretList);
  const fingerprints = new Map(
    (stored?.secrets ?? [])
      .filter(({ kind }) => kind === "token" || kind === "app")
      .map(({ sourceId, fingerprint }) => [sourceId, fingerprint]),
  );
  const sources = (list?.sources ?? []).map((source) => ({
    ...source,
    fingerprint: fingerprints.get(source.id) ?? "",
  }));
  return { project, sources, keys: await keysOf(request, domain) };
}

async function keysOf(request: ServerRequest, domain: string): Promise<ProjectState["keys"]> {
  const keys: ProjectState["keys"] = [];
  let cursor = "";
  do {
    const query = `state=active&limit=100&cursor=${encodeURIComponent(cursor)}`;
    const part = await request({ method: "GET", path: `${at(domain)}/keys?${query}` }, keyList);
    for (const { providedBy, ...key } of part?.keys ?? [])
      keys.push({ ...key, isFromEnvironment: providedBy === "environment" });
    cursor = part?.nextCursor ?? "";
  } while (cursor !== "");
  return keys;
}

async function projectStep(
  request: ServerRequest,
  step: Extract<ApplyStep, { kind: "project" }>,
): Promise<object> {
  const { domain } = step;
  const path = at(domain);
  if (step.action === "remove") await request({ method: "DELETE", path });
  if (step.action === "add")
    await request({ method: "POST", path: "projects", body: { domain } }, projectResource);
  if (step.action === "remove" || Object.keys(step.patch).length === 0) return {};
  const patched = await request({ method: "PATCH", path, body: step.patch }, projectResource);
  if (patched === undefined) throw gone(domain);
  return {};
}

async function sourceStep(
  request: ServerRequest,
  step: Extract<ApplyStep, { kind: "source" | "login" }>,
): Promise<object> {
  const path = `${at(step.domain)}/sources`;
  if (step.action === "remove")
    await request({ method: "DELETE", path: `${path}/${step.sourceId}` });
  else if (step.kind === "login") await logIn(request, `${path}/${step.sourceId}`, step.login);
  else if (step.action === "change")
    await request({ method: "PATCH", path: `${path}/${step.sourceId}`, body: step.place });
  else {
    const added = await request({ method: "POST", path, body: step.place }, sourceAdded);
    if (added === undefined) throw gone(step.domain);
    if (step.login) await logIn(request, `${path}/${added.sourceId}`, step.login);
  }
  return {};
}

async function logIn(request: ServerRequest, source: string, { value }: Login): Promise<void> {
  await request({ method: "POST", path: `${source}/login`, body: value });
}

async function keyStep(
  request: ServerRequest,
  step: Extract<ApplyStep, { kind: "key" }>,
): Promise<{ key?: string }> {
  const path = `${at(step.domain)}/keys`;
  if (step.action === "remove") {
    await request({ method: "DELETE", path: `${path}/${step.keyId}` });
    return {};
  }
  if (step.action === "change") {
    await request({ method: "PATCH", path: `${path}/${step.keyId}`, body: step.patch });
    return {};
  }
  const body = { ...step.key, label: step.name };
  const made = await request({ method: "POST", path, body }, createdKey);
  if (made === undefined) throw gone(step.domain);
  return { key: made.key };
}

function gone(domain: string): AppError {
  return new AppError("conflict", `The project ${domain} was removed meanwhile: run it again.`);
}
