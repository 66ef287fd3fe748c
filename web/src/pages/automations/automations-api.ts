import { z } from "zod";
import {
  type AutomationSpec,
  automation,
  automationList,
  automationPreview,
  type CodeRepositoryRequest,
  codeRepositoryAdded,
  codeRepositoryList,
  runPage,
} from "../../../../src/contract/automations.ts";
import { webhookConnection } from "../../../../src/contract/connections.ts";
import { getJson, post, postJson, queryOf } from "../../api.ts";

const at = encodeURIComponent;
const project = (id: string) => `/v1/projects/${at(id)}`;
const automations = (id: string) => `${project(id)}/automations`;
const one = (id: string, automationId: string) => `${automations(id)}/${at(automationId)}`;
const repositories = (id: string) => `${project(id)}/code-repositories`;

/** What is asked and told about jobs that start by themselves. */
export const automationsApi = {
  list: (id: string) => getJson(automations(id), automationList),
  show: (id: string, automationId: string) => getJson(one(id, automationId), automation),
  create: (id: string, spec: AutomationSpec) => postJson(automations(id), automation, spec),
  change: (id: string, automationId: string, spec: AutomationSpec) =>
    postJson(one(id, automationId), automation, spec),
  act: (id: string, automationId: string, act: "pause" | "resume" | "delete") =>
    post(`${one(id, automationId)}/${act}`),
  run: (id: string, automationId: string) =>
    postJson(`${one(id, automationId)}/run`, z.object({ runId: z.string() })),
  runs: (id: string, query: { automation: string; cursor: string }) =>
    getJson(`${project(id)}/automation-runs${queryOf(query)}`, runPage),
  preview: (id: string, spec: AutomationSpec) =>
    postJson(`${project(id)}/automation-preview`, automationPreview, spec),

  repositories: (id: string) => getJson(repositories(id), codeRepositoryList),
  addRepository: (id: string, request: CodeRepositoryRequest) =>
    postJson(repositories(id), codeRepositoryAdded, request),
  removeRepository: (id: string, repositoryId: string) =>
    post(`${repositories(id)}/${at(repositoryId)}/remove`),
  connectRepository: (id: string, repositoryId: string) =>
    postJson(`${repositories(id)}/${at(repositoryId)}/webhook`, webhookConnection),
};
