import { addTexts, type Migration } from "../migration.ts";

/** What was `unanswered` is told apart: answers with reserve, and those that were declined, where the embedded model cites nothing. */
export const outcomeMigration: Migration = {
  name: "0012-outcome",
  statements: [
    ...addTexts("answers", ["answer_outcome"]),
    "update answers set answer_outcome = 'answered' where state = 'answered'",
    "update answers set answer_outcome = 'declined' where state = 'refused'",
    "update answers set answer_outcome = 'declined' where state = 'unanswered' and citations = '[]' and model = 'docent-embedded-1'",
    "update answers set answer_outcome = 'reserve' where state = 'unanswered' and answer_outcome = ''",
  ],
};
