import { parsePage } from "../../markdown/parse-page.ts";
import { formatOf, type PageText } from "./docs-tree.ts";

/** What the reader of pages finds wrong with them. */
export function checkPages(pages: PageText[]): string[] {
  return pages.flatMap(({ path, content }) =>
    parsePage(content, formatOf(path)).problems.map(
      ({ line, message }) => `${path}:${line} ${message}`,
    ),
  );
}
