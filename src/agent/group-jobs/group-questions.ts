import { stripIdentity } from "../../gate/questions/strip-identity.ts";
import type { Database } from "../../store/database.ts";
import { typicalQuestions } from "../../store/insights/grouped-questions.ts";
import { shortLine } from "../../text/markdown-writing.ts";
import { visibleLine } from "../../text/safe/visible-text.ts";

const most = 10;
const longestQuestion = 500;

/** What a change for a group is measured by: its most typical questions, each on a line, without who asked. */
export async function groupQuestions(db: Database, groupId: string): Promise<string[]> {
  const rows = await typicalQuestions(db, groupId, most);
  const lines = rows.map(({ question }) =>
    shortLine(visibleLine(stripIdentity(question)), longestQuestion),
  );
  return [...new Set(lines)].filter((line) => line !== "");
}
