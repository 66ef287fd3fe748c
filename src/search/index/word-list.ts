const listPage = /\b(glossary|terminology|changelog|release[ -]notes)\b/i;
const asksForWord =
  /\b(what (is|are|does|do)\b.*\b(mean|called|stand for)|what('s| is| are) (a|an|the)?\s*["'“”`\w-]+\??$|(meaning|definition) of|meant by|define\b|glossary|terminology|changelog|release notes|what('s| is) new)/i;

/**
 * Glossaries and changelogs name every word of the docs and explain none of them at length: they come after the pages
 * that do, unless the question asks what a word means or for such a list itself.
 */
export const listFactor = 0.75;

export function isWordList(page: { path: string; title: string }): boolean {
  return listPage.test(page.title) || listPage.test(page.path);
}

export function asksForWordList(question: string): boolean {
  return asksForWord.test(question);
}
