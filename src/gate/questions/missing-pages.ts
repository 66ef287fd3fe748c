import type { GateQuestion } from "../../contract/gate.ts";
import { createSuggest } from "../../docs/check/suggest.ts";
import type { DocsTree } from "../../docs/tree/docs-tree.ts";
import { isPage } from "../unmet-expectations.ts";
import type { QuestionFault } from "./read-questions.ts";

/** Pages that questions expect and the docs do not have, each with the one that comes nearest. */
export function missingPages(questions: GateQuestion[], tree: DocsTree): QuestionFault[] {
  const pages = [...tree.pages.values()].filter((page) => page.isOfDocs && !page.isHidden);
  const inDocs = ({ path }: { path: string }) =>
    tree.docsFolder === "" ? path : path.slice(tree.docsFolder.length + 1);
  const places = pages.map((page) => ({ path: inDocs(page), url: siteUrl(page.place.address) }));
  const suggest = createSuggest(() => places.map(({ path }) => path));
  const known = new Map<string, boolean>();
  const isThere = (named: string) => {
    const found = known.get(named) ?? places.some((place) => isPage(named, place));
    known.set(named, found);
    return found;
  };
  return questions.flatMap(({ pages: expected, line }) =>
    expected
      .filter((named) => !isThere(named) && !/^https?:/i.test(named))
      .map((named) => {
        const near = suggest(named);
        const advice = near === undefined ? "" : `: did you mean ${near}?`;
        return { line, message: `There is no page ${named}${advice || "."}` };
      }),
  );
}

/** Addresses are compared as a reader's browser does; the host does not matter here. */
function siteUrl(address: string): string {
  return `https://docs.invalid/${address.split("/").map(encodeURIComponent).join("/")}`;
}
