import {
  modelTest,
  modelTestRequest,
  projectSettings,
  projectSettingsChange,
} from "../../contract/project-settings.ts";
import {
  readProjectSettings,
  type ViewDeps,
} from "../../projects/settings/project-settings-view.ts";
import { saveProjectSettings } from "../../projects/settings/save-project-settings.ts";
import { type TestModelDeps, testModel } from "../../projects/settings/test-model.ts";
import type { RateLimit } from "../access/rate-limit.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../route.ts";

type Deps = ViewDeps & TestModelDeps & { testLimit: RateLimit };

const path = "/v1/projects/{projectId}/settings";

export function projectSettingsRoutes(deps: Deps): Route[] {
  return [
    keyRoute({
      method: "get",
      path,
      access: "admin",
      docs: readDocs,
      async handle(_, actor) {
        return Response.json(await readProjectSettings(deps, actor, actor.projectId));
      },
    }),
    keyRoute({
      method: "post",
      path,
      access: "admin",
      needs: "owner",
      body: projectSettingsChange,
      target: ({ version: _, ...changed }) => Object.keys(changed).join(" "),
      docs: saveDocs,
      async handle({ body: change }, actor) {
        const input = { projectId: actor.projectId, change };
        return Response.json(await saveProjectSettings(deps, actor, input));
      },
    }),
    keyRoute({
      method: "post",
      path: `${path}/test-model`,
      access: "admin",
      needs: "owner",
      isUnrecorded: true,
      body: modelTestRequest,
      docs: testDocs,
      async handle({ body: { what } }, actor) {
        deps.testLimit.take(actor.projectId);
        return Response.json(await testModel(deps, actor, { projectId: actor.projectId, what }));
      },
    }),
  ];
}

const tag = "Settings";

const readDocs: RouteDocs = {
  tag,
  summary: "Read a project's settings",
  description:
    "What the project is called, shows, uses and may spend, and what it has from the deployment. It holds no secret.",
  responses: [jsonReply("The settings.", projectSettings)],
};

const saveDocs: RouteDocs = {
  tag,
  summary: "Change a project's settings",
  description:
    "What is left out stays as it is; null goes back to the deployment's value. It takes an owner, in the dashboard or by a token: a key is refused.",
  requestExample: { version: "0f3c9d1a2b4e5f60", name: "Acme docs", visibility: "public" },
  responses: [
    jsonReply("The settings as they are now.", projectSettings),
    { status: 403, description: "A key was sent, or whoever acts is no owner." },
    {
      status: 409,
      description: "The environment sets one of them, or somebody has changed them since.",
    },
  ],
};

const testDocs: RouteDocs = {
  tag,
  summary: "Test a model or the embedder",
  description:
    "Makes one tiny real call, as an answer or a job of the project would, and says how long it took and what came back or went wrong, without any key. What it costs is recorded and counts towards the project's ceilings.",
  requestExample: { what: "sonnet" },
  responses: [
    jsonReply("How it went; a call that failed is a reply too.", modelTest),
    { status: 429, description: "Too many tests, or a daily ceiling is reached." },
  ],
};
