import {
  readServerSettings,
  type ServerSettingsDeps,
  saveServerSettings,
} from "../../config/stored/save-server-settings.ts";
import { serverSettings, serverSettingsChange } from "../../contract/server-settings.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../route.ts";

const path = "/v1/settings";

export function serverSettingsRoutes(deps: ServerSettingsDeps): Route[] {
  return [
    keyRoute({
      method: "get",
      path,
      access: "admin",
      needs: "owner",
      docs: readDocs,
      async handle(_, actor) {
        return Response.json(await readServerSettings(deps, actor));
      },
    }),
    keyRoute({
      method: "post",
      path,
      access: "admin",
      needs: "owner",
      body: serverSettingsChange,
      target: ({ values }) => Object.keys(values).join(" "),
      docs: saveDocs,
      async handle({ body }, actor) {
        return Response.json(await saveServerSettings(deps, actor, body));
      },
    }),
  ];
}

const tag = "Settings";

const readDocs: RouteDocs = {
  tag,
  summary: "Read the settings of the deployment",
  description:
    "The settings that an owner may change while the service runs, and where each value comes from: the environment, which wins, the store, or the standard. Secrets are never returned. A key is refused.",
  responses: [
    jsonReply("The settings, in the order in which they are shown.", serverSettings),
    { status: 403, description: "A key was sent, or whoever acts is no owner." },
  ],
};

const saveDocs: RouteDocs = {
  tag,
  summary: "Change settings of the deployment",
  description:
    "All of the given settings are stored, or none. They are held to the rules of the environment, and count on every node within seconds; those that are read once count from the next start on. Keys of models are sealed at rest.",
  requestExample: { version: "3", values: { DOCENT_DAILY_COST_PER_PROJECT: "20" } },
  responses: [
    jsonReply("The settings as they are now.", serverSettings),
    { status: 403, description: "A key was sent, or whoever acts is no owner." },
    {
      status: 409,
      description: "The environment sets one of them, or somebody has changed them since.",
    },
  ],
};
