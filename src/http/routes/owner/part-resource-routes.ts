import { keySummary } from "../../../contract/dashboard.ts";
import { keyPatch, sourcePatch } from "../../../contract/owner/project-resource.ts";
import { sourceSummary } from "../../../contract/sources.ts";
import { changeKey, readKey } from "../../../keys/change-key.ts";
import { revokeKey } from "../../../keys/revoke-key.ts";
import { type ListSourcesDeps, readSource } from "../../../projects/list-sources.ts";
import {
  type ChangeRepositoryDeps,
  patchRepository,
  removeRepository,
} from "../../../projects/settings/change-repositories.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../../route.ts";

const ofProject = "/v1/projects/{projectId}";

type Deps = ChangeRepositoryDeps & ListSourcesDeps;

/** The sources and keys of a project one by one, for programs. */
export function partResourceRoutes(deps: Deps): Route[] {
  return [...sourceResources(deps), ...keyResources(deps)];
}

function sourceResources(deps: Deps): Route[] {
  const path = `${ofProject}/sources/{sourceId}`;
  return [
    keyRoute({
      ...{ method: "get", path, access: "admin", docs: readSourceDocs },
      async handle({ params: { sourceId = "" } }, actor) {
        const chosen = { projectId: actor.projectId, sourceId };
        return Response.json(await readSource(deps, actor, chosen));
      },
    }),
    keyRoute({
      ...{ method: "patch", path, access: "admin", needs: "owner" },
      body: sourcePatch,
      target: (patch) => Object.keys(patch).join(" "),
      docs: patchSourceDocs,
      async handle({ body: patch, params: { sourceId = "" } }, actor) {
        const chosen = { projectId: actor.projectId, sourceId };
        await patchRepository(deps, actor, { ...chosen, patch });
        return Response.json(await readSource(deps, actor, chosen));
      },
    }),
    keyRoute({
      ...{ method: "delete", path, access: "admin", needs: "owner", docs: removeSourceDocs },
      async handle({ params: { sourceId = "" } }, actor) {
        await removeRepository(deps, actor, { projectId: actor.projectId, sourceId });
        return new Response(null, { status: 204 });
      },
    }),
  ];
}

function keyResources(deps: Deps): Route[] {
  const path = `${ofProject}/keys/{keyId}`;
  const chosen = (keyId = "", projectId = "") => ({ id: keyId, projectId });
  return [
    keyRoute({
      ...{ method: "get", path, access: "admin", docs: readKeyDocs },
      async handle({ params: { keyId } }, actor) {
        return Response.json(await readKey(deps, actor, chosen(keyId, actor.projectId)));
      },
    }),
    keyRoute({
      ...{ method: "patch", path, access: "admin", body: keyPatch, docs: patchKeyDocs },
      target: (patch) => Object.keys(patch).join(" "),
      async handle({ body: patch, params: { keyId } }, actor) {
        const input = { ...chosen(keyId, actor.projectId), patch };
        return Response.json(await changeKey(deps, actor, input));
      },
    }),
    keyRoute({
      ...{ method: "delete", path, access: "admin", docs: removeKeyDocs },
      async handle({ params: { keyId } }, actor) {
        await revokeKey(deps, actor, chosen(keyId, actor.projectId));
        return new Response(null, { status: 204 });
      },
    }),
  ];
}

const mergeText =
  "A merge patch: what is left out stays as it is, null goes back to what holds without it, and a field that is not known is refused.";
const noOwner = { status: 403, description: "A key was sent, or whoever acts is no owner." };

const readSourceDocs: RouteDocs = {
  tag: "Projects",
  summary: "Read a source",
  description: "Where it is, when it was last read, and what went wrong there.",
  responses: [jsonReply("The source.", sourceSummary)],
};

const patchSourceDocs: RouteDocs = {
  tag: "Projects",
  summary: "Change parts of a source",
  description: `${mergeText} The next sync reads it anew. A token that is stored for it is removed where its host changes.`,
  requestExample: { branch: "release", subfolder: null },
  responses: [
    jsonReply("The source as it is now.", sourceSummary),
    noOwner,
    { status: 409, description: "The environment says where this source is." },
  ],
};

const removeSourceDocs: RouteDocs = {
  tag: "Projects",
  summary: "Delete a source",
  description: "Its pages are out of the answers at once. The repository stays as it is.",
  responses: [
    { status: 204, description: "It is removed." },
    noOwner,
    { status: 409, description: "It is the project's only source, or the environment sets it." },
  ],
};

const readKeyDocs: RouteDocs = {
  tag: "Keys",
  summary: "Read a key",
  description: "What it is for and where it may be used from, without its secret.",
  responses: [jsonReply("The key.", keySummary)],
};

const patchKeyDocs: RouteDocs = {
  tag: "Keys",
  summary: "Change a key",
  description: `Its label, the sites that may use it and its time; its secret stays. ${mergeText}`,
  requestExample: { origins: ["https://docs.example.com"] },
  responses: [
    jsonReply("The key as it is now.", keySummary),
    { status: 409, description: "It is revoked, or another key has this label." },
  ],
};

const removeKeyDocs: RouteDocs = {
  tag: "Keys",
  summary: "Delete a key",
  description: "It is revoked: refused from the next request on. Deleting twice changes nothing.",
  responses: [{ status: 204, description: "It is revoked." }],
};
