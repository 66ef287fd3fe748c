import { addTexts, type Migration } from "../migration.ts";

/** Where the further sections of a passage begin, so that a citation leads to the one it quotes. */
export const laterHeadingsMigration: Migration = {
  name: "0013-later-headings",
  statements: addTexts("passages", ["later_headings"]),
};
