import { isPageFile } from "../../../../docs/page/page-format.ts";
import {
  attempt,
  type Clause,
  isRead,
  take,
  takePlace,
  takePlaces,
  takeQuote,
  words,
} from "./clause.ts";
import { readScope, type WideScope } from "./read-scope.ts";
import type { Place, Task } from "./task.ts";

const links =
  "(?:(?:all|every|any|the|its|other|existing|internal|incoming) )*(?:links?|references?|cross-?references?|navigation|nav|sidebar|menu|(?:navigation|nav|sidebar|menu) entr(?:y|ies))";
/** What moving and deleting see to by themselves. */
const seenTo = words(
  `(?:and |so that |then |, |but |while )*(?:please |also )?(?:make sure (?:that )?|ensure (?:that )?)?(?:(?:keep(?:ing)?|updat(?:e|ing)|fix(?:ing)?|correct(?:ing)?|adjust(?:ing)?|repair(?:ing)?|clean(?:ing)?(?: up)?|preserv(?:e|ing)) )?${links}(?: (?:and|in|of) ${links})*(?: (?:that (?:point|lead)s? )?(?:to|for|in) (?:it|them|this page|the (?:page|file|navigation|sidebar)))*(?: (?:still |keep |keeps )?(?:work(?:ing|s)?|intact|valid|alive|up to date|accordingly|too|as well|follow))?`,
);
const unlisted = words(
  `(?:and |also |then )*(?:remov(?:e|ing)|unlink|delet(?:e|ing)|drop) ${links} to it|(?:and |also |then )*(?:take|remove|drop|delete) (?:it|them|its entry|the entry)(?: out)? (?:of|from) (?:the )?(?:site['’]?s? )?(?:navigation|nav|sidebar|menu)(?: (?:too|as well))?|(?:and |, )?(?:(?:also|along with|together with|including|with|plus) )*(?:its|the|all(?: the)?) (?:entr(?:y|ies) in (?:the )?(?:navigation|nav|sidebar|menu)|(?:navigation|nav|sidebar|menu) entr(?:y|ies)|links? (?:that (?:point|lead)s? )?to it)`,
);

export function takeSeenTo(clause: Clause): void {
  while (take(clause, seenTo) !== undefined || take(clause, unlisted) !== undefined);
}

export function readMove(clause: Clause): Task[] | undefined {
  const verb = take(clause, words("(move|relocate|rename|change the (?:file ?)?name of)"));
  const [from, ...others] = verb === undefined ? [] : takePlaces(clause);
  // "Rename “a-b” to “c-d”" is about words unless it names a file.
  const isFile = from?.kind !== "any" || /\/|\.\w+$/.test(from.name);
  if (from === undefined || (!isFile && !/^(?:move|relocate)$/i.test(verb?.[1] ?? "")))
    return undefined;
  if (take(clause, words("(?:to|into|under|as)")) === undefined) return undefined;
  const lead = take(clause, words("(?:the )?(?:(?:folder|directory) )(?=\\S)"));
  const to = destination(clause);
  const isFolder = take(clause, words("(?:folder|directory)")) !== undefined || lead !== undefined;
  const isInto = isFolder || to?.endsWith("/") === true || others.length > 0;
  if (isInto)
    take(
      clause,
      words("(?:and )?(?:keep(?:ing)?|with|under) (?:its|the same|the) (?:file ?)?names?"),
    );
  takeSeenTo(clause);
  if (
    to === undefined ||
    !isRead(clause) ||
    (others.length > 0 && (isPageFile(to) || /^rename|^change/i.test(verb?.[0] ?? "")))
  )
    return undefined;
  return [from, ...others].map((own) => ({ kind: "move", from: own, to, isInto }));
}

function destination(clause: Clause): string | undefined {
  const quote = takeQuote(clause)?.text;
  if (quote !== undefined) return isPath(quote) ? quote : undefined;
  const token = take(clause, /^(?:the )?([\w.@~+/[\]-]{1,300})/)?.[1];
  return token?.replace(/\.$/, "");
}

/** A title is no place to move to. */
function isPath(text: string): boolean {
  return /^[\w.@~+/[\]-]{1,300}$/.test(text);
}

export function readDelete(clause: Clause): Task[] | undefined {
  if (take(clause, words("(?:delete|remove|drop|get rid of|take out)")) === undefined)
    return undefined;
  take(clause, words("(?:the |these )*pages? (?=\\S)"));
  const pages: Place[] = [];
  for (let page = takePlace(clause); page !== undefined; ) {
    pages.push(page);
    page = attempt(clause, () => {
      take(clause, words("and"));
      return takePlace(clause);
    });
  }
  take(
    clause,
    words(
      "(?:completely|entirely|altogether)|from (?:the |our )?(?:docs|documentation|site|repository)",
    ),
  );
  takeSeenTo(clause);
  const replacement = takeReplacement(clause);
  takeSeenTo(clause);
  if (pages.length === 0 || !isRead(clause) || pages.some((page) => page.kind === "folder"))
    return undefined;
  return pages.map((page) => ({ kind: "delete", page, replacement }));
}

/** "point links to it to b.md", "links to it should lead to b.md" */
export function takeReplacement(clause: Clause): Place | undefined {
  const asked = `(?:and |then )*(?:point|redirect|send|lead|change) ${links}(?: to it)? (?:to|at)(?: the)?`;
  const wished = `(?:and )?${links}(?: to it)? (?:should|shall|must) (?:then |now )?(?:go|lead|point) to(?: the)?`;
  return attempt(clause, () => {
    const page = take(clause, words(`${asked}|${wished}`)) && takePlace(clause);
    take(clause, words("instead"));
    return page;
  });
}

const broken =
  "(?:(?:all|every|each|any|the|our|of) )*(?:(?:broken|dead|invalid|stale|wrong|bad|internal) )+(?:and (?:broken|dead|invalid) )?(?:links?|anchors?|cross-?references?|link targets?|images?)(?: (?:and|or) (?:broken )?(?:links?|anchors?|images?))?";

export function readRepair(clause: Clause, scope: WideScope): Task[] | undefined {
  const verb = words("(?:(?:find|check|look for) and )?(?:fix|repair|correct|mend|resolve)");
  const search = words(
    `(?:check|search|scan|look through|go through) (?:all )?(?:the |our )?(?:docs|documentation|pages|site) for ${broken} and (?:fix|repair|correct) them`,
  );
  const isAsked = take(clause, search) ?? (take(clause, verb) && take(clause, words(broken)));
  if (isAsked === undefined) return undefined;
  take(
    clause,
    words(
      "(?:that )?(?:`?docent check`? (?:reports|finds)|(?:you|the check) (?:find|finds|reports?))",
    ),
  );
  readScope(clause, scope);
  if (!isRead(clause) || scope.onlyIn !== undefined || scope.notIn.length > 0) return undefined;
  return [{ kind: "repair", only: [], except: [] }];
}
