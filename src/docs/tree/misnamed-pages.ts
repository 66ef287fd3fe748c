import { isPath } from "../../lib/repository-path.ts";

type Listed = { path: string; readable: boolean };

/** What is wrong with the names of pages, by path: such pages can hardly be linked to, and not every system can hold them. */
export function misnamedPages(pages: Listed[]): Map<string, string> {
  return new Map(
    pages.flatMap((page): [string, string][] => {
      const fault = faultOf(page);
      return fault === undefined ? [] : [[page.path, `${fault}; rename the file`]];
    }),
  );
}

function faultOf({ path, readable }: Listed): string | undefined {
  // Names that are not UTF-8 are listed with this character in place of what could not be decoded.
  if (!readable && path.includes("\ufffd")) {
    return "the name of this page is not UTF-8, so it was not looked into";
  }
  if (isPath(path)) return undefined;
  if (/\p{Cc}/u.test(path)) {
    return "the name of this page has a line break or another control character, so it was not looked into";
  }
  return "the path of this page is too long, or has a part that git keeps for itself, so it was not looked into";
}
