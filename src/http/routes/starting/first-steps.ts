import { firstSteps, firstStepsRequest } from "../../../contract/starting/first-steps.ts";
import {
  closeFirstSteps,
  type FirstStepsDeps,
  showFirstSteps,
} from "../../../projects/first-steps.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../../route.ts";

const path = "/v1/projects/{projectId}/first-steps";

/** What a new project is led through. */
export function firstStepRoutes(deps: FirstStepsDeps): Route[] {
  return [
    keyRoute({
      method: "get",
      path,
      access: "admin",
      docs: readDocs,
      async handle(_, actor) {
        return Response.json(await showFirstSteps(deps, actor, actor.projectId));
      },
    }),
    keyRoute({
      method: "post",
      path,
      access: "admin",
      body: firstStepsRequest,
      target: ({ isClosed }) => (isClosed ? "put away" : "shown again"),
      docs: closeDocs,
      async handle({ body: { isClosed } }, actor) {
        await closeFirstSteps(deps, actor, { projectId: actor.projectId, isClosed });
        return Response.json(await showFirstSteps(deps, actor, actor.projectId));
      },
    }),
  ];
}

const example = {
  isClosed: false,
  docs: { isDone: true, pages: 42, isDemo: false, error: "" },
  ask: { isDone: true },
  model: { isDone: false, name: "embedded: quotes the docs", missing: "" },
  forge: { isDone: false, place: "folder", error: "" },
  job: { isDone: false, newest: null },
  chat: { isDone: false, site: "" },
};

const readDocs: RouteDocs = {
  tag: "Projects",
  summary: "Read the first steps",
  description:
    "How far a project is set up: docs, a first question, a language model, a forge, a first job, and the chat on a page. Each is looked up where it happens, so it is the same for everybody.",
  responses: [jsonReply("The steps.", firstSteps, example)],
};

const closeDocs: RouteDocs = {
  tag: "Projects",
  summary: "Put the first steps away",
  description:
    "Hides them in the dashboard for everybody in the project, or shows them again. What is done stays done.",
  requestExample: { isClosed: true },
  responses: [jsonReply("The steps.", firstSteps, { ...example, isClosed: true })],
};
