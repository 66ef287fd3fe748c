import { browseRuns } from "../../../automations/browse-runs.ts";
import type { MessageDeps } from "../../../automations/fire/run-messages.ts";
import {
  type AutomationAddress,
  listAutomations,
  showAutomation,
} from "../../../automations/list-automations.ts";
import { previewAutomation } from "../../../automations/preview-automation.ts";
import { runNow } from "../../../automations/run-now.ts";
import {
  changeAutomation,
  createAutomation,
  type SaveDeps,
} from "../../../automations/save-automation.ts";
import {
  deleteAutomation,
  pauseAutomation,
  resumeAutomation,
} from "../../../automations/set-automation-state.ts";
import { automationSpec, runQuery } from "../../../contract/automations.ts";
import type { Actor } from "../../../lib/actor.ts";
import { readQuery } from "../../read-request.ts";
import { type Caller, keyRoute, type Route, type RouteDocs } from "../../route.ts";
import * as docs from "./automations-docs.ts";

const project = "/v1/projects/{projectId}";
const path = `${project}/automations`;
const one = `${path}/{automationId}`;

export type AutomationRouteDeps = MessageDeps & SaveDeps;

export function automationRoutes(deps: AutomationRouteDeps): Route[] {
  return [
    ...readingRoutes(deps),
    keyRoute({
      ...{ method: "post", path, access: "admin", body: automationSpec, docs: docs.create },
      target: ({ name }) => name,
      async handle({ body: spec }, actor) {
        const input = { projectId: actor.projectId, spec };
        const id = await createAutomation(deps, actor, input);
        return Response.json(await showAutomation(deps, actor, { ...input, automationId: id }));
      },
    }),
    keyRoute({
      ...{ method: "post", path: one, access: "admin", body: automationSpec, docs: docs.change },
      target: ({ name }) => name,
      async handle({ body: spec, params }, actor) {
        const address = addressOf(params, actor);
        await changeAutomation(deps, actor, { ...address, spec });
        return Response.json(await showAutomation(deps, actor, address));
      },
    }),
    keyRoute({
      ...{ method: "post", path: `${project}/automation-preview`, access: "admin" },
      ...{ body: automationSpec, isUnrecorded: true, docs: docs.preview },
      async handle({ body: spec }, actor) {
        const input = { projectId: actor.projectId, spec };
        return Response.json(await previewAutomation(deps, actor, input));
      },
    }),
    actRoute("pause", docs.pause, (actor, address) => pauseAutomation(deps, actor, address)),
    actRoute("resume", docs.resume, (actor, address) => resumeAutomation(deps, actor, address)),
    actRoute("delete", docs.remove, (actor, address) => deleteAutomation(deps, actor, address)),
    keyRoute({
      ...{ method: "post", path: `${one}/run`, access: "admin", docs: docs.run },
      async handle({ params }, actor) {
        return Response.json({ runId: await runNow(deps, actor, addressOf(params, actor)) });
      },
    }),
  ];
}

function readingRoutes(deps: AutomationRouteDeps): Route[] {
  return [
    keyRoute({
      ...{ method: "get", path, access: "admin", docs: docs.list },
      async handle(_, actor) {
        const automations = await listAutomations(deps, actor, actor.projectId);
        return Response.json({ automations });
      },
    }),
    keyRoute({
      ...{ method: "get", path: `${project}/automation-runs`, access: "admin", docs: docs.runs },
      async handle({ url }, actor) {
        const input = { projectId: actor.projectId, query: readQuery(url, runQuery) };
        return Response.json(await browseRuns(deps, actor, input));
      },
    }),
    keyRoute({
      ...{ method: "get", path: one, access: "admin", docs: docs.show },
      async handle({ params }, actor) {
        return Response.json(await showAutomation(deps, actor, addressOf(params, actor)));
      },
    }),
  ];
}

function actRoute(
  verb: string,
  routeDocs: RouteDocs,
  act: (actor: Actor, address: AutomationAddress) => Promise<void>,
): Route {
  return keyRoute({
    ...{ method: "post", path: `${one}/${verb}`, access: "admin", docs: routeDocs },
    async handle({ params }, actor) {
      await act(actor, addressOf(params, actor));
      return new Response(null, { status: 204 });
    },
  });
}

function addressOf(params: Record<string, string>, actor: Caller): AutomationAddress {
  return { projectId: actor.projectId, automationId: params.automationId ?? "" };
}
