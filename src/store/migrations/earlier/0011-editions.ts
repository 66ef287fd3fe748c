import { addTexts, type Migration } from "../migration.ts";

/** The version and the language that a page is of. */
export const editionsMigration: Migration = {
  name: "0011-editions",
  statements: addTexts("revision_pages", ["edition"]),
};
