import { z } from "zod";
import type { StarterQuestions } from "../../../assistant/answer/starter-questions.ts";
import { questionSuggestions } from "../../../contract/explanation.ts";
import { jsonReply, keyRoute, type Route, type RouteDocs } from "../../route.ts";

/** What somebody could ask first. */
export function suggestionRoutes(starterQuestions: StarterQuestions): Route[] {
  return [
    keyRoute({
      method: "get",
      path: "/v1/projects/{projectId}/suggestions",
      access: "admin",
      docs: {
        tag: "Projects",
        summary: "Suggest questions",
        description:
          "Up to four questions to begin with, made of the headings of the project's own pages. Only what the docs answer is suggested.",
        responses: [
          jsonReply(
            "The questions; an empty list where no heading makes one.",
            questionSuggestions,
            {
              questions: ["How do I create a key?"],
            },
          ),
        ],
      },
      async handle(_, actor) {
        return Response.json({
          questions: await starterQuestions.ofProject(actor, actor.projectId),
        });
      },
    }),
    keyRoute({
      method: "get",
      path: "/discovery/v1/suggestions/{domain}",
      access: "assistant",
      takesPass: "ask",
      docs: pageDocs,
      async handle({ url }, actor) {
        const path = (url.searchParams.get("path") ?? "").slice(0, longestPath);
        const wanted = { projectId: actor.projectId, path: path.includes("\0") ? "" : path };
        return Response.json({ questions: await starterQuestions.ofPage(actor, wanted) });
      },
    }),
  ];
}

const longestPath = 2_000;

const pageDocs: RouteDocs = {
  tag: "Discovery",
  summary: "Suggest questions for a page",
  description:
    "Up to four questions that a reader could begin with: those that the headings of the page make, else those of the project. Only what the docs answer is suggested.",
  query: {
    path: {
      description: "The page the reader is on: its path, its address on the site, or its URL.",
      schema: z.string().optional(),
    },
  },
  responses: [
    jsonReply("The questions; an empty list where no heading makes one.", questionSuggestions, {
      questions: ["How do I rotate a key?"],
    }),
  ],
};
