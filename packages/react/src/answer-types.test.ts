import { expectTypeOf, test } from "vitest";
import type * as answers from "../../../src/contract/answer-events.ts";
import type * as questions from "../../../src/contract/assistant.ts";
import type * as ratings from "../../../src/contract/insights/feedback.ts";
import type * as problems from "../../../web/widget/conversation/problem.ts";
import type * as own from "./answer-types.ts";

test("the types that the package spells out are those of the API", () => {
  expectTypeOf<own.Citation>().toEqualTypeOf<answers.Citation>();
  expectTypeOf<own.Outcome>().toEqualTypeOf<answers.Outcome>();
  expectTypeOf<own.ContextItem>().toEqualTypeOf<questions.ContextItem>();
  expectTypeOf<own.Rating>().toEqualTypeOf<ratings.Rating>();
  expectTypeOf<own.ProblemKind>().toEqualTypeOf<problems.ProblemKind>();
});
