import type { StarterQuestions } from "../../assistant/answer/starter-questions.ts";
import { questionSuggestions } from "../../contract/explanation.ts";
import { jsonReply, keyRoute, type Route } from "../route.ts";

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
        return Response.json({ questions: await starterQuestions(actor, actor.projectId) });
      },
    }),
  ];
}
