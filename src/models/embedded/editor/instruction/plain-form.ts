import { isPageFile } from "../../../../docs/page/page-format.ts";
import type { Token } from "./tokens.ts";

const longest = 80;

/** The plain wording of a request whose verb is known, with the terms and pages that it names; "" where they do not tell enough. */
export function plainForm(tokens: Token[]): string {
  const verb = tokens.find(({ is }) => is.startsWith("!"))?.is ?? "";
  const terms = tokens.flatMap(({ quote }) => quote?.text ?? []);
  const places = tokens.flatMap(({ place }) => place?.name ?? []);
  const [first = "", second = ""] = terms;
  const [from = "", to = ""] = places;
  if ([...terms, ...places].some((text) => text.length > longest || /["\n]/.test(text))) return "";
  const areTwoTerms = terms.length === 2 && places.length < 2;
  if (/^!(?:replace|substitute)$/.test(verb) && areTwoTerms)
    return `Replace "${first}" with "${second}" ${from === "" ? "everywhere" : `in ${from}`}`;
  if (terms.length > 0 || !isPageFile(from)) return "";
  if (/^!(?:move|rename)$/.test(verb) && places.length === 2) return `Move ${from} to ${to}`;
  return /^!(?:delete|remove)$/.test(verb) && places.length === 1 ? `Delete ${from}` : "";
}
