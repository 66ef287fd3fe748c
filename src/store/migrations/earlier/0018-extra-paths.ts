import { addTexts, type Migration } from "../migration.ts";

/** What the jobs of a project may write besides its docs. */
export const extraPathsMigration: Migration = {
  name: "0018-extra-paths",
  statements: addTexts("projects", ["extra_paths"]),
};
